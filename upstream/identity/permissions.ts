import { Forbidden } from '../http/problems';

/** Every permission that exists, as the contract's `permissions` names them (product/session.md, Permissions). */
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
];

const ofStaff = new Set([
  'news.preview',
  'system.routes',
  'ghost.enter',
  'ghost.write',
  'event.check_in',
  'withdrawals.approve',
  'payouts.export',
]);

/** What a new member may do: everything but the work of the staff. */
export const memberPermissions = allPermissions.filter((permission) => !ofStaff.has(permission));

/** Throws `Forbidden` with the code `missing_permission`. */
export function requirePermission(member: { permissions: string[] }, permission: string): void {
  if (!member.permissions.includes(permission)) throw new Forbidden('missing_permission');
}

/** True for whoever may do any of the staff's work. */
export const isStaff = ({ permissions }: { permissions: string[] }): boolean =>
  permissions.some((permission) => ofStaff.has(permission));
