/** Books unmatched transfers as staff decide. */
import { readLabel } from '../../contract/labels';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { lockUser } from '../../members/users';
import { findOrder, type OrderRow } from '../orders/order-steps';
import { receivePayment } from '../orders/payments';
import { settleWithdrawal } from '../withdrawals/settlement';
import { lockBank } from './bank-lock';
import { bookDifference, bookForMember, bookKept, bookKnown, bookRefundDifference } from './bookings';
import { findWithdrawal, hasLeft, isPaidBack } from './matching';
import { reversePayment } from './reversals';
import { findTransfer, keyOf, type Outcome, setOutcome, type TransferRow } from './transfers';

/** Whose the transfer is, by labels as they were typed: an order, withdrawals, a member, or the club. */
export type Owner = { order: string } | { withdrawals: readonly string[] } | { userId: number } | 'club';

/** The transfer cannot be assigned to this owner. The message tells staff why. */
export class NotAssignable extends Error {
  override name = 'NotAssignable';
}

/**
 * Books an unmatched transfer for its owner.
 * @throws NotAssignable
 */
export async function assignTransfer(tx: Tx, deps: Deps, id: number, owner: Owner, now: Date): Promise<TransferRow> {
  const transfer = await getUnmatched(tx, id);
  return setOutcome(tx, id, await bookAs(tx, deps, transfer, owner, now));
}

/**
 * Returns a transfer that belongs to nobody yet, under the lock of the bank side.
 * @throws NotAssignable
 */
export async function getUnmatched(tx: Tx, id: number): Promise<TransferRow> {
  await lockBank(tx);
  const transfer = await findTransfer(tx, id);
  if (!transfer) throw new NotAssignable(`There is no transfer ${id}.`);
  if (transfer.outcome !== 'unmatched') throw new NotAssignable(`Transfer ${id} is ${transfer.outcome} already.`);
  return transfer;
}

/**
 * Returns the largest amount that an assignment is about, in minor units. A small transfer may settle large
 * withdrawals, or count as the whole payment of a large order.
 * @throws NotAssignable
 */
export async function readSizeOfAssignment(tx: Tx, { amount }: TransferRow, owner: Owner): Promise<bigint> {
  const sizes = [amount < 0n ? -amount : amount];
  if (owner !== 'club' && 'order' in owner) sizes.push((await getOrder(tx, owner.order)).amount);
  if (owner !== 'club' && 'withdrawals' in owner) sizes.push(sumOf(await listWithdrawals(tx, owner.withdrawals)));
  return sizes.reduce((most, size) => (size > most ? size : most));
}

async function bookAs(tx: Tx, deps: Deps, transfer: TransferRow, owner: Owner, now: Date): Promise<Outcome> {
  if (owner === 'club') return { outcome: 'other', entryId: await bookKept(tx, transfer, now) };
  if ('withdrawals' in owner) return bookAsPayouts(tx, deps, transfer, owner.withdrawals, now);
  if (transfer.amount < 0n) return bookAsReversal(tx, deps, transfer, owner, now);
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

/** The bank may book several payouts in one sum. A difference to their net amounts is the club's. */
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
  const difference = transfer.amount + sumOf(withdrawals);
  const entryId = difference === 0n ? undefined : await bookDifference(tx, transfer, difference, now);
  return { outcome: 'payout', withdrawalLabel: withdrawals.length === 1 ? withdrawals[0]?.label : null, entryId };
}

/** Returns each withdrawal once, however often it was typed. */
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

const sumOf = (withdrawals: { net: bigint }[]): bigint => withdrawals.reduce((sum, { net }) => sum + net, 0n);

/** Books the reversal of a member's payment, or the transfer of a refund that the club owed. */
async function bookAsReversal(
  tx: Tx,
  deps: Deps,
  transfer: TransferRow,
  owner: { order: string } | { userId: number },
  now: Date,
): Promise<Outcome> {
  if ('userId' in owner)
    return (await reversePayment(tx, deps, transfer, { userId: owner.userId, orderLabel: null }, now)).outcome;
  const order = await getOrder(tx, owner.order);
  const { label, status, userId, amountPaid } = order;
  if (status === 'refunded') return bookAsRefund(tx, transfer, order, now);
  if (amountPaid === 0n) throw new NotAssignable(`Nothing was paid for ${label} that could be reversed.`);
  return (await reversePayment(tx, deps, transfer, { userId, orderLabel: label }, now)).outcome;
}

/** The refund is already booked as owed, so only a difference is booked. */
async function bookAsRefund(tx: Tx, transfer: TransferRow, order: OrderRow, now: Date): Promise<Outcome> {
  if (await isPaidBack(tx, order.label))
    throw new NotAssignable(`The refund of ${order.label} was transferred before.`);
  const difference = transfer.amount + order.amount;
  if (difference !== 0n) await bookRefundDifference(tx, transfer, difference, now);
  return { outcome: 'other', orderLabel: order.label };
}
