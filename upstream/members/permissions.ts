import { Forbidden } from '../http/problems';

/** All permissions, with the names of the contract's `permissions` (docs/product/session.md#permissions). */
export const allPermissions = [
  'wallet.view',
  'wallet.deposit',
  'wallet.withdraw',
  'growing.view',
  'growing.buy',
  'support.view',
  'support.write',
  'news.view',
  'news.preview',
  'affiliate.view',
  'appointment.view',
  'appointment.register',
  'chat.view',
  'chat.write',
  'api_token.manage',
  'system.routes',
  'ghost.enter',
  'ghost.write',
  'event.check_in',
  'withdrawals.approve',
  'payouts.export',
  'growing.manage',
  'harvests.manage',
  'tickets.manage',
  'chat.manage',
  'news.manage',
  'affiliate.manage',
  'appointments.manage',
];

/** The permissions that make a member one of the staff. */
export const staffPermissions = new Set([
  'news.preview',
  'system.routes',
  'ghost.enter',
  'ghost.write',
  'event.check_in',
  'withdrawals.approve',
  'payouts.export',
  'growing.manage',
  'harvests.manage',
  'tickets.manage',
  'chat.manage',
  'news.manage',
  'affiliate.manage',
  'appointments.manage',
]);

/** The permissions of a new member: all except those of the staff. */
export const memberPermissions = allPermissions.filter((permission) => !staffPermissions.has(permission));

/** Throws `Forbidden` with the code `missing_permission`. */
export function requirePermission(member: { permissions: string[] }, permission: string): void {
  if (!member.permissions.includes(permission)) throw new Forbidden('missing_permission');
}

/** Returns whether the member has any permission of the staff. */
export const isStaff = ({ permissions }: { permissions: string[] }): boolean =>
  permissions.some((permission) => staffPermissions.has(permission));
