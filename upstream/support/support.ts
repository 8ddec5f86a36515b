/** The public file of support for other modules. */
export { asSearchable, storedWords, wordsToFind } from './tickets/search-words';
export { lockForStaff, replyAsStaff } from './tickets/staff-steps';
export { ticketsOfHeader } from './tickets/unread';
export { writeTicket } from './tickets/write';
