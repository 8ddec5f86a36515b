/** What the calendar of a member has: appointments, with the state of the member's ticket. */
import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { TicketStatus } from '../../contract/appointments';
import type { Queryable } from '../../database/database';
import { NotFound } from '../../http/problems';
import type { AppointmentRow } from '../appointment-times';
import { appointments } from '../appointments.tables';
import { isLive } from '../show-appointment';
import { appointmentTicketSteps, appointmentTickets } from '../tickets/tickets.tables';

export interface Entry {
  appointment: AppointmentRow;
  /** The state of the member's ticket that is not over, or of the last one that is. */
  status: TicketStatus;
  /** The steps of all the member's tickets for the appointment, and when the last one was, as ISO 8601. */
  steps: { count: number; last: string };
}

/** More would take long to write, each time that a calendar program asks. */
const mostEntries = 200;

const { userId, appointmentLabel, id, status, why } = appointmentTickets;

const stepsOf = (member: number) => sql<Entry['steps']>`(
  select json_build_object('count', count(*), 'last', max(s.at)) from ${appointmentTicketSteps} as s
  join ${appointmentTickets} as t on t.id = s.ticket_id
  where t.user_id = ${member} and t.appointment_label = ${appointments.label})`;

const select = (db: Queryable, member: number) =>
  db
    .select({ appointment: appointments, status, steps: stepsOf(member) })
    .from(appointmentTickets)
    .innerJoin(appointments, eq(appointments.label, appointmentLabel));

/**
 * Returns the appointments for which the member holds a ticket or waits, and those that the club canceled. What the
 * member gave up is left out, so it disappears from the calendar. The latest come first. One statement.
 */
export const listEntries = (db: Queryable, member: number): Promise<Entry[]> =>
  select(db, member)
    .where(and(eq(userId, member), or(isLive, eq(why, 'club'))))
    .orderBy(desc(appointments.startsAt), desc(appointments.label), desc(id))
    .limit(mostEntries);

/** @throws NotFound without a ticket */
export async function getEntry(db: Queryable, member: number, label: string): Promise<Entry> {
  const [found] = await select(db, member)
    .where(and(eq(userId, member), eq(appointmentLabel, label)))
    .orderBy(desc(isLive), desc(id))
    .limit(1);
  if (!found) throw new NotFound();
  return found;
}

/** What `status` says in a calendar. */
export function stateOf({ appointment, status: of }: Entry): 'canceled' | 'tentative' | 'confirmed' {
  if (appointment.canceledAt || of === 'canceled' || of === 'expired') return 'canceled';
  return of === 'waitlisted' || of === 'offered' || of === 'reserved' ? 'tentative' : 'confirmed';
}
