/** Canceling a ticket, or leaving the waiting list (docs/product/appointments.md#canceling). */
import type { Ticket } from '../../contract/appointments-tickets';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, NotFound } from '../../http/problems';
import type { Caller } from '../../members/caller';
import { lockUser, type UserRow } from '../../members/users';
import { endUnpaidOrder, NotReturnable, refundOrder } from '../../wallet/wallet';
import { lockAppointment } from '../lock-appointment';
import { endTicket } from './end-ticket';
import { auditOf } from './offers';
import { type FoundTicket, findOwnTicket, isCancelable, readTicket } from './show-ticket';
import { textsIn } from './tickets.texts';

/**
 * Cancels the member's ticket. What it cost goes back to the balance. A ticket that is over is returned as it is.
 * @throws NotFound; Conflict `too_late`, `checked_in`
 */
export async function cancelTicket(deps: Deps, userId: number, label: string, caller: Caller): Promise<Ticket> {
  const { now, language } = caller;
  return transaction(deps.db, async (tx) => {
    const member = await lockUser(tx, userId);
    const found = await findOwnTicket(tx, userId, label);
    if (!found) throw new NotFound();
    const isOver = found.ticket.status === 'canceled' || found.ticket.status === 'expired';
    if (!isOver) await cancel(tx, deps, found, member, caller);
    return readTicket(tx, deps, { userId, language, now }, label);
  });
}

async function cancel(tx: Tx, deps: Deps, found: FoundTicket, member: UserRow, caller: Caller): Promise<void> {
  const { now, language } = caller;
  const texts = textsIn(language);
  const { ticket, appointment } = found;
  await writeAudit(tx, now, {
    action: 'appointment.ticket_canceled',
    ...auditOf(member.id, appointment.label, ticket.code, caller),
  });
  // The lock of the member keeps the order as it is. A check-in or the end of an offer can still come first.
  if (ticket.orderLabel === null) return cancelFree(tx, deps, found, caller);
  refuse(found, caller);
  const by = { actorId: member.id, ip: caller.ip, requestId: caller.requestId };
  if (ticket.status === 'reserved') return endUnpaidOrder(tx, deps, { label: ticket.orderLabel, by }, now);
  const reason = textsIn(member.language).refund;
  const refund = { label: ticket.orderLabel, reason, actorId: member.id, by: { ...by, detail: { by: 'member' } } };
  await refundOrder(tx, deps, refund, now).catch((error: unknown) => {
    throw error instanceof NotReturnable ? new Conflict('checked_in', texts.checkedIn) : error;
  });
}

async function cancelFree(tx: Tx, deps: Deps, { ticket }: FoundTicket, caller: Caller): Promise<void> {
  const appointment = await lockAppointment(tx, ticket.appointmentLabel);
  const found = await findOwnTicket(tx, ticket.userId, ticket.appointmentLabel);
  if (found?.ticket.id !== ticket.id || found.ticket.status === 'expired') return;
  refuse(found, caller);
  const why = found.ticket.status === 'offered' ? ('declined' as const) : null;
  await endTicket(tx, deps, { ticket: found.ticket, appointment, why }, caller.now);
}

/** @throws Conflict */
function refuse(found: FoundTicket, { now, language }: Caller): void {
  const texts = textsIn(language);
  if (found.ticket.status === 'checked_in') throw new Conflict('checked_in', texts.checkedIn);
  const isPaidBack = found.appointment.canceledAt !== null && found.ticket.status === 'registered';
  if (!isPaidBack && !isCancelable(found, now)) throw new Conflict('too_late', texts.tooLate);
}
