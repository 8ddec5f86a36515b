/** The public file of support for other modules. */
export { lockForStaff, replyAsStaff } from './tickets/staff-steps';
export { unreadTickets } from './tickets/unread';
