/** What members of the demo club were told of their tickets. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Tx } from '../database/database';
import type { NewNotification } from '../notifications/notifications';
import { appointments } from './appointments.tables';
import { noticeOf } from './notices/tell-member';
import type { TicketEvent } from './notices/words';
import { appointmentTicketSteps, appointmentTickets } from './tickets/tickets.tables';

/** Returns the notifications after `since`, the oldest first. */
export async function listAppointmentNotices(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const rows = await tx
    .select({ appointment: appointments, ticket: appointmentTickets, step: appointmentTicketSteps })
    .from(appointmentTicketSteps)
    .innerJoin(appointmentTickets, eq(appointmentTickets.id, appointmentTicketSteps.ticketId))
    .innerJoin(appointments, eq(appointments.label, appointmentTickets.appointmentLabel))
    .where(and(eq(appointmentTickets.userId, userId), gt(appointmentTicketSteps.at, since)))
    .orderBy(asc(appointmentTicketSteps.at), asc(appointmentTicketSteps.id));
  return rows.flatMap(({ appointment, ticket, step }) => {
    const event = eventOf(step);
    if (!event) return [];
    const until = event === 'offered' && ticket.offerExpiresAt ? { until: ticket.offerExpiresAt } : {};
    return [noticeOf({ event, appointment, places: ticket.places, ...until }, userId, step.at)];
  });
}

function eventOf({ status, why }: typeof appointmentTicketSteps.$inferSelect): TicketEvent | null {
  if (status === 'registered' || status === 'waitlisted' || status === 'offered') return status;
  return status === 'canceled' && why === 'club' ? 'canceled' : null;
}
