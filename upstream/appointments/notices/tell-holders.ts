/** Tells holders what was noted for them: each message once, in short transactions that may be interrupted and repeated. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { TicketStatus } from '../../contract/appointments';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Job } from '../../jobs/jobs';
import { users } from '../../members/members.tables';
import type { AppointmentRow } from '../appointment-times';
import { appointments } from '../appointments.tables';
import { appointmentTickets } from '../tickets/tickets.tables';
import { appointmentMessages, type MessageEvent } from './messages.tables';
import { tellMember } from './tell-member';

type TellDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'broadcaster'>;

/** The messages that one transaction tells. Everybody else waits meanwhile where the database is the embedded one. */
const batchSize = 20;

/** Returns the handler of the queue `appointment-notice`. */
export const createAppointmentNotices =
  (deps: TellDeps) =>
  async ({ data }: Pick<Job<'appointment-notice'>, 'data'>): Promise<void> => {
    while (await transaction(deps.db, (tx) => tellNext(tx, deps, data.label, new Date())));
  };

/** Tells the next messages of an appointment. Two jobs of one appointment wait for each other here. */
async function tellNext(tx: Tx, deps: TellDeps, label: string, now: Date): Promise<boolean> {
  const due = await tx
    .select({ message: appointmentMessages, ticket: appointmentTickets, member: users, appointment: appointments })
    .from(appointmentMessages)
    .innerJoin(appointmentTickets, eq(appointmentTickets.id, appointmentMessages.ticketId))
    .innerJoin(appointments, eq(appointments.label, appointmentMessages.appointmentLabel))
    .innerJoin(users, eq(users.id, appointmentTickets.userId))
    .where(and(eq(appointmentMessages.appointmentLabel, label), isNull(appointmentMessages.toldAt)))
    .orderBy(asc(appointmentMessages.id))
    .limit(batchSize)
    .for('update', { of: appointmentMessages });
  for (const { message, ticket, member, appointment } of due) {
    const { event, detail } = message;
    const told = {
      ...{ event, appointment, member, places: ticket.places },
      isWaiting: ticket.status === 'waitlisted' || ticket.status === 'offered',
      ...(detail.until && { until: new Date(detail.until) }),
      ...(detail.refund && { refund: BigInt(detail.refund) }),
      ...(detail.change && { change: detail.change }),
    };
    await tx.update(appointmentMessages).set({ toldAt: now }).where(eq(appointmentMessages.id, message.id));
    if (isStillTrue(event, ticket.status, appointment, now)) await tellMember(tx, deps, told, now);
  }
  return due.length === batchSize;
}

/** What has been overtaken meanwhile is not announced. */
function isStillTrue(event: MessageEvent, status: TicketStatus, { startsAt }: AppointmentRow, now: Date): boolean {
  switch (event) {
    case 'offered':
      return status === 'offered';
    case 'reminder':
      return status === 'registered' && now < startsAt;
    case 'changed':
      return status !== 'canceled' && status !== 'expired';
    default:
      return true;
  }
}
