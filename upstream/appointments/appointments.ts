/** The public file of appointments for other modules and for the server. */
import { closeEnded, endLists, endOffers, offerFreePlaces, remindHolders } from './appointments.housekeeping';

export { visitAppointments } from './appointments.demo';
export { deleteAttempts } from './appointments.housekeeping';
export { createAppointmentNotices } from './notices/tell-holders';
export { createAppointmentRefunds, resumeRefunds } from './staff/cancel-appointment';
export { ticketGoods } from './tickets/ticket-goods';
export { describeTicket } from './tickets/ticket-purpose';

/** What is due each minute. Offers end before the lists, so that the next party is not told of an offer and its end. */
export const appointmentChores = [closeEnded, endLists, endOffers, offerFreePlaces, remindHolders];
