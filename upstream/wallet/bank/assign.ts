/** Says whose an unmatched transfer is, by word of the staff. */
import { readLabel } from '../../contract/labels';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { lockUser } from '../../identity/identity';
import { findOrder, type OrderRow } from '../orders/order-steps';
import { receivePayment } from '../orders/payments';
import { settleWithdrawal } from '../withdrawals/settlement';
import { lockBank } from './bank-lock';
import { bookDifference, bookForMember, bookKept, bookKnown, bookRefundDifference } from './bookings';
import { findWithdrawal, hasLeft, isPaidBack } from './matching';
import { takeBackFrom } from './taken-back';
import { findTransfer, keyOf, type Outcome, setOutcome, type TransferRow } from './transfers';

/** Whose it is, by labels as they were typed: an order's, withdrawals', a member's, or nobody's but the club's. */
export type Owner = { order: string } | { withdrawals: readonly string[] } | { userId: number } | 'club';

/** It cannot be given to them; the message says why, for the staff. */
export class NotAssignable extends Error {
  override name = 'NotAssignable';
}

/**
 * Books an unmatched transfer as what it is.
 * @throws NotAssignable
 */
export async function assignTransfer(tx: Tx, deps: Deps, id: number, owner: Owner, now: Date): Promise<TransferRow> {
  await lockBank(tx);
  const transfer = await findTransfer(tx, id);
  if (!transfer) throw new NotAssignable(`There is no transfer ${id}.`);
  if (transfer.outcome !== 'unmatched') throw new NotAssignable(`Transfer ${id} is ${transfer.outcome} already.`);
  return setOutcome(tx, id, await bookAs(tx, deps, transfer, owner, now));
}

async function bookAs(tx: Tx, deps: Deps, transfer: TransferRow, owner: Owner, now: Date): Promise<Outcome> {
  if (owner === 'club') return { outcome: 'other', entryId: await bookKept(tx, transfer, now) };
  if ('withdrawals' in owner) return bookAsPayouts(tx, deps, transfer, owner.withdrawals, now);
  if (transfer.amount < 0n) return bookAsTakenBack(tx, deps, transfer, owner, now);
  if ('userId' in owner) {
    if ((await lockUser(tx, owner.userId)).deletedAt) throw new NotAssignable(`Member ${owner.userId} has left.`);
    return { outcome: 'assigned', entryId: await bookForMember(tx, transfer, owner.userId, now) };
  }
  const { label } = await getOrder(tx, owner.order);
  if (await hasLeft(tx, label)) throw new NotAssignable(`The member of ${label} has left.`);
  await bookKnown(tx, transfer, now);
  const payment = { label, amount: transfer.amount, key: `${keyOf(transfer)}:assigned` };
  const { entryId } = await receivePayment(tx, deps, payment, now);
  return { outcome: 'assigned', orderLabel: label, entryId };
}

async function getOrder(tx: Tx, typed: string): Promise<OrderRow> {
  const label = readLabel(typed, 'OR');
  const order = label && (await findOrder(tx, label));
  if (!order) throw new NotAssignable(`There is no order ${typed}.`);
  return order;
}

/** The bank may book several payouts in one sum; what it took besides, or left, is the club's matter. */
async function bookAsPayouts(
  tx: Tx,
  deps: Deps,
  transfer: TransferRow,
  typed: readonly string[],
  now: Date,
): Promise<Outcome> {
  if (transfer.amount > 0n) throw new NotAssignable('Money that came in belongs to an order, a member, or the club.');
  const withdrawals = await listWithdrawals(tx, typed);
  await bookKnown(tx, transfer, now);
  const means = { externalReference: transfer.bankReference, now };
  for (const { label, status } of withdrawals) {
    if ((await settleWithdrawal(tx, deps, label, means)) !== 'done')
      throw new NotAssignable(`${label} is ${status}; only one that is processing can be paid.`);
  }
  const difference = withdrawals.reduce((sum, { net }) => sum + net, transfer.amount);
  const entryId = difference === 0n ? undefined : await bookDifference(tx, transfer, difference, now);
  return { outcome: 'payout', withdrawalLabel: withdrawals.length === 1 ? withdrawals[0]?.label : null, entryId };
}

/** Each once, however often it was typed. */
async function listWithdrawals(tx: Tx, typed: readonly string[]) {
  const found = new Map<string, { label: string; status: string; net: bigint }>();
  for (const text of typed) {
    const label = readLabel(text, 'WD');
    const withdrawal = label && (await findWithdrawal(tx, label));
    if (!withdrawal) throw new NotAssignable(`There is no withdrawal ${text}.`);
    found.set(withdrawal.label, withdrawal);
  }
  return [...found.values()];
}

/** The bank took back what a member had got, or paid back what the club owed since an order was refunded. */
async function bookAsTakenBack(
  tx: Tx,
  deps: Deps,
  transfer: TransferRow,
  owner: { order: string } | { userId: number },
  now: Date,
): Promise<Outcome> {
  if ('userId' in owner)
    return (await takeBackFrom(tx, deps, transfer, { userId: owner.userId, orderLabel: null }, now)).outcome;
  const order = await getOrder(tx, owner.order);
  const { label, status, userId, amountPaid } = order;
  if (status === 'refunded') return bookAsRefund(tx, transfer, order, now);
  if (amountPaid === 0n) throw new NotAssignable(`Nothing was paid for ${label} that could be taken back.`);
  return (await takeBackFrom(tx, deps, transfer, { userId, orderLabel: label }, now)).outcome;
}

/** It is booked as owed already, so what differs is left. */
async function bookAsRefund(tx: Tx, transfer: TransferRow, order: OrderRow, now: Date): Promise<Outcome> {
  if (await isPaidBack(tx, order.label))
    throw new NotAssignable(`The refund of ${order.label} was transferred before.`);
  const difference = transfer.amount + order.amount;
  if (difference !== 0n) await bookRefundDifference(tx, transfer, difference, now);
  return { outcome: 'other', orderLabel: order.label };
}
