/**
 * Staff cancel an appointment. Its tickets end some at a time, each paid one with its refund, in transactions that may be
 * interrupted and repeated (docs/product/appointments.md#canceling).
 */
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { CommandFailed } from '../../club/command';
import type { TicketStatus } from '../../contract/appointments';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Job } from '../../jobs/jobs';
import { lockClubAccounts } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import type { UserRow } from '../../members/users';
import { endUnpaidOrder, lockBank, refundOrder } from '../../wallet/wallet';
import type { AppointmentRow } from '../appointment-times';
import { appointments } from '../appointments.tables';
import { lockAppointment } from '../lock-appointment';
import { noteMessages } from '../notices/note-messages';
import { isLive, titleIn } from '../show-appointment';
import { priceOf, type TicketRow } from '../tickets/show-ticket';
import { ticketGoods } from '../tickets/ticket-goods';
import { appointmentTickets } from '../tickets/tickets.tables';
import { textsIn } from '../tickets/tickets.texts';

const ticketsInBatch = 20;
/** A job is shorter than its expiry, so that a killed one is soon taken up again. */
const batchesInJob = 25;

/** The states whose ticket was paid, if it costs something. */
const paidStates: TicketStatus[] = ['registered', 'checked_in', 'no_show'];

/** Returns the sum that canceling would pay back, in minor units, and how many tickets would end. */
export async function readCosts(tx: Tx, label: string): Promise<{ tickets: number; refunds: bigint }> {
  const { appointmentLabel, places, status } = appointmentTickets;
  const paid = sql`case when ${inArray(status, paidStates)} then ${places} * coalesce(${appointments.price}, 0) else 0 end`;
  const [found] = await tx
    .select({ tickets: sql<number>`count(*)::int`, refunds: sql<string>`coalesce(sum(${paid}), 0)::bigint` })
    .from(appointmentTickets)
    .innerJoin(appointments, eq(appointments.label, appointmentLabel))
    .where(and(eq(appointmentLabel, label), isLive));
  return { tickets: found?.tickets ?? 0, refunds: BigInt(found?.refunds ?? 0) };
}

/** @throws NotFound; CommandFailed if it is canceled or over */
export async function lockCancelable(tx: Tx, label: string, now: Date): Promise<AppointmentRow> {
  const appointment = await lockAppointment(tx, label);
  if (appointment.canceledAt) throw new CommandFailed(`${label} is canceled already.`);
  if (appointment.endsAt <= now) throw new CommandFailed(`${label} is over.`);
  return appointment;
}

/** Cancels a locked appointment. A job ends its tickets, and tells their members. */
export async function cancelAppointment(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { label, reason }: { label: string; reason: { en: string; de: string } },
  now: Date,
): Promise<void> {
  await tx
    .update(appointments)
    .set({ canceledAt: now, canceledReason: reason.en, canceledReasonDe: reason.de, updatedAt: now })
    .where(eq(appointments.label, label));
  await jobs.enqueue(tx, 'appointment-refunds', { label });
}

/** Returns the worker of the queue `appointment-refunds`. */
export const createAppointmentRefunds =
  (deps: Deps) =>
  async ({ data: { label } }: Pick<Job<'appointment-refunds'>, 'data'>): Promise<void> => {
    for (let batch = 1; batch <= batchesInJob; batch++) if (await endBatch(deps, label, new Date())) return;
    await transaction(deps.db, (tx) => deps.jobs.enqueue(tx, 'appointment-refunds', { label }));
  };

/** Queues every canceled appointment that still has tickets. A second job for one of them does no harm. */
export async function resumeRefunds({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await transaction(db, async (tx) => {
    const unfinished = await tx
      .selectDistinct({ label: appointments.label })
      .from(appointments)
      .innerJoin(appointmentTickets, eq(appointmentTickets.appointmentLabel, appointments.label))
      .where(and(isNotNull(appointments.canceledAt), isLive))
      .orderBy(asc(appointments.label));
    for (const { label } of unfinished) await jobs.enqueue(tx, 'appointment-refunds', { label });
  });
}

/** Ends the next tickets in one transaction. Returns whether none is left. */
export function endBatch(deps: Deps, label: string, now: Date): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    // An import of the bank's statement locks several members too. It also keeps a second job of this one waiting.
    await lockBank(tx);
    const [appointment] = await tx.select().from(appointments).where(eq(appointments.label, label));
    if (!appointment?.canceledAt) return true;
    const tickets = await listLive(tx, label);
    await endAll(tx, deps, { appointment, tickets }, now);
    return tickets.length < ticketsInBatch;
  });
}

/** The same order as that of the locks of members. */
const listLive = (tx: Tx, label: string): Promise<TicketRow[]> =>
  tx
    .select()
    .from(appointmentTickets)
    .where(and(eq(appointmentTickets.appointmentLabel, label), isLive))
    .orderBy(asc(appointmentTickets.userId), asc(appointmentTickets.id))
    .limit(ticketsInBatch);

async function endAll(
  tx: Tx,
  deps: Deps,
  { appointment, tickets }: { appointment: AppointmentRow; tickets: TicketRow[] },
  now: Date,
): Promise<void> {
  if (tickets.length === 0) return;
  const members = await lockMembers(
    tx,
    tickets.map(({ userId }) => userId),
  );
  // In the order of every other act: members, income, appointment.
  if (appointment.price !== null) await lockClubAccounts(tx, [ticketGoods.income]);
  const messages = [];
  for (const { id: ticketId } of tickets) {
    // A member may have canceled it until the lock.
    const [ticket] = await tx
      .select()
      .from(appointmentTickets)
      .where(and(eq(appointmentTickets.id, ticketId), isLive));
    if (!ticket) continue;
    const refund = await endOne(tx, deps, { appointment, ticket, member: members.get(ticket.userId) as UserRow }, now);
    const detail = refund ? { refund: String(refund) } : {};
    messages.push({ appointmentLabel: appointment.label, ticketId, event: 'canceled' as const, detail, at: now });
  }
  await noteMessages(tx, deps, messages);
}

async function lockMembers(tx: Tx, ids: number[]): Promise<Map<number, UserRow>> {
  const rows = await tx.select().from(users).where(inArray(users.id, ids)).orderBy(asc(users.id)).for('no key update');
  return new Map(rows.map((member) => [member.id, member]));
}

/** Returns what goes back to the member, in minor units, or null. */
async function endOne(
  tx: Tx,
  deps: Deps,
  { appointment, ticket, member }: { appointment: AppointmentRow; ticket: TicketRow; member: UserRow },
  now: Date,
): Promise<bigint | null> {
  const { orderLabel: label, status } = ticket;
  const by = { detail: { by: 'appointment canceled', appointment: appointment.label } };
  if (label !== null && paidStates.includes(status)) {
    const reason = textsIn(member.language).clubCanceled(titleIn(appointment, member.language));
    await refundOrder(tx, deps, { label, reason, actorId: null, by }, now);
    return priceOf(appointment, ticket);
  }
  if (label !== null) await endUnpaidOrder(tx, deps, { label, by: { ...by, actorId: null } }, now);
  else {
    await tx
      .update(appointmentTickets)
      .set({ status: 'canceled', why: 'club', offerExpiresAt: null, checkedInAt: null, changedAt: now })
      .where(eq(appointmentTickets.id, ticket.id));
  }
  return null;
}
