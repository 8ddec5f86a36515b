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
];

const ofStaff = new Set(['news.preview', 'system.routes', 'ghost.enter', 'ghost.write', 'event.check_in']);

/** What a new member may do: everything but the work of the staff. */
export const memberPermissions = allPermissions.filter((permission) => !ofStaff.has(permission));
