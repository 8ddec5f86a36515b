/** Offers of places to those who wait: taken, or left to the next party. */
import type { Ticket } from '../../contract/appointments-tickets';
import { type Verification, verificationContext } from '../../contract/verification';
import { type AuditEntry, writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { type Answer, once } from '../../http/idempotency';
import { Conflict, NotFound } from '../../http/problems';
import { withVerification } from '../../identity/identity';
import { decimal } from '../../ledger/ledger';
import type { Caller } from '../../members/caller';
import { lockUser, type UserRow } from '../../members/users';
import { lockAppointment } from '../lock-appointment';
import { tellMember } from '../notices/tell-member';
import { endTicket } from './end-ticket';
import { findOwnTicket, readTicket } from './show-ticket';
import { checkPayment, lockIncome, openOrderFor, takeOffer } from './take-places';
import { textsIn } from './tickets.texts';

/**
 * Takes the offered place. One with a price is reserved until its order is paid.
 * @throws NotFound; InvalidFields at `from_balance`; Conflict with the codes of the contract; what `withVerification`
 * throws
 */
export async function acceptOffer(
  deps: Deps,
  user: UserRow,
  { label, fromBalance }: { label: string; fromBalance: bigint },
  { key, given }: { key: string; given: Verification },
  caller: Caller,
): Promise<Answer<Ticket>> {
  const { now, language } = caller;
  const amount = decimal(fromBalance, 'EUR');
  const viewer = { userId: user.id, language, now };
  const asked = { userId: user.id, key, request: ['acceptOffer', label, amount], now, german: language === 'de' };
  return once<Ticket>(deps.db, asked, async (remember) => {
    const act = async (tx: Tx): Promise<Answer<Ticket>> => {
      await take(tx, deps, { userId: user.id, label, fromBalance }, caller);
      const answer = { status: 200, body: await readTicket(tx, deps, viewer, label) };
      await remember(tx, answer);
      return answer;
    };
    if (fromBalance === 0n) return transaction(deps.db, act);
    const places = (await findOwnTicket(deps.db, user.id, label))?.ticket.places ?? 0;
    const context = verificationContext.ticket({ label, places, from_balance: amount });
    return withVerification(deps, { user, action: 'ticket.buy', context, given }, caller, act);
  });
}

async function take(
  tx: Tx,
  deps: Deps,
  { userId, label, fromBalance }: { userId: number; label: string; fromBalance: bigint },
  caller: Caller,
): Promise<void> {
  const { now, language } = caller;
  const texts = textsIn(language);
  const member = await lockUser(tx, userId);
  await lockIncome(tx, fromBalance);
  const appointment = await lockAppointment(tx, label);
  const found = await findOwnTicket(tx, userId, label);
  if (!found) throw new NotFound();
  const { ticket } = found;
  if (appointment.canceledAt) throw new Conflict('canceled', texts.canceled);
  const hasExpired = ticket.status === 'expired' || (ticket.offerExpiresAt !== null && ticket.offerExpiresAt <= now);
  if (hasExpired) throw new Conflict('offer_expired', texts.offerExpired);
  if (ticket.status !== 'offered') throw new Conflict('no_offer', texts.noOffer);
  checkPayment(appointment, { places: ticket.places, fromBalance }, caller);
  const order = await openOrderFor(tx, appointment, { member, places: ticket.places, fromBalance }, caller);
  await writeAudit(tx, now, { action: 'appointment.offer_taken', ...auditOf(userId, label, ticket.code, caller) });
  await takeOffer(tx, deps, { ticket, order, member, fromBalance }, now);
  if (!order) await tellMember(tx, deps, { event: 'registered', member, places: ticket.places, appointment }, now);
}

/**
 * Leaves the offered place to the next party.
 * @throws NotFound; Conflict `no_offer`
 */
export async function declineOffer(deps: Deps, userId: number, label: string, caller: Caller): Promise<Ticket> {
  const { now, language } = caller;
  return transaction(deps.db, async (tx) => {
    await lockUser(tx, userId);
    const appointment = await lockAppointment(tx, label);
    const found = await findOwnTicket(tx, userId, label);
    if (!found) throw new NotFound();
    const { ticket } = found;
    const isDone = (ticket.status === 'canceled' && ticket.why === 'declined') || ticket.status === 'expired';
    if (!isDone && ticket.status !== 'offered') throw new Conflict('no_offer', textsIn(language).noOffer);
    if (!isDone) {
      await writeAudit(tx, now, {
        action: 'appointment.offer_declined',
        ...auditOf(userId, label, ticket.code, caller),
      });
      await endTicket(tx, deps, { ticket, appointment, why: 'declined' }, now);
    }
    return readTicket(tx, deps, { userId, language, now }, label);
  });
}

export const auditOf = (
  userId: number,
  label: string,
  code: string,
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Omit<AuditEntry, 'action'> => ({
  ...{ userId, actorId: userId, ip, requestId },
  detail: { appointment: label, ticket: code },
});
