import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { AppointmentRow } from '../appointment-times';
import type { TicketRow } from './show-ticket';
import { appointmentTickets, type Reason } from './tickets.tables';
import { passOnPlaces } from './waiting-list';

/** Cancels a ticket without an order, and offers its places to the next. The caller has locked the appointment. */
export async function endTicket(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { ticket, appointment, why }: { ticket: TicketRow; appointment: AppointmentRow; why: Reason | null },
  now: Date,
): Promise<void> {
  await tx
    .update(appointmentTickets)
    .set({ status: 'canceled', why, offerExpiresAt: null, checkedInAt: null, changedAt: now })
    .where(and(eq(appointmentTickets.id, ticket.id), eq(appointmentTickets.status, ticket.status)));
  await passOnPlaces(tx, deps, appointment.label, now);
}
