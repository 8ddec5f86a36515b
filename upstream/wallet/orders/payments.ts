/** Books payments for orders. Rules: docs/product/wallet.md#order. */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { recordTransaction } from '../transactions/record';
import { completeOrder } from './complete';
import { holdForOrder } from './holds';
import { noteOf } from './notes';
import { isPayable, lockOrder, missingOf, type OrderRow, stepOrder } from './order-steps';
import { type OrderEvent, tellOfOrder } from './orders.notices';

type Means = Pick<Deps, 'jobs' | 'config' | 'broadcaster' | 'goods'>;

interface Payment {
  /** The label of the order. */
  label: string;
  /** Minor units of the order's currency, positive. */
  amount: bigint;
  /** The key of the entry. A payment counts once, however often a statement lists it. */
  key: string;
}

/**
 * Credits a payment to the member's balance, and moves the order to the state that follows from the sum paid. Late
 * money and surplus stay in the balance, and the order notes them. The member is told.
 * @returns label of the transaction and id of its entry; for a key that was booked before, those of the earlier call
 * @throws NotFound when there is no such order
 */
export async function receivePayment(
  tx: Tx,
  deps: Means,
  payment: Payment,
  now: Date,
): Promise<{ transactionLabel: string; entryId: number }> {
  const { label, amount, key } = payment;
  if (amount <= 0n) throw new RangeError('A payment is more than nothing');
  const { order, member } = await lockOrder(tx, label);
  const credit = await recordTransaction(tx, creditOf(order, amount, key), now);
  const booked = { transactionLabel: credit.label, entryId: credit.entryId };
  if (!credit.isNew) return booked;
  const { event, after } = await applyPayment(tx, deps, order, payment, now);
  await tellOfOrder(tx, deps, { event, order: after, member, amount, transactionLabel: credit.label }, now);
  return booked;
}

const creditOf = ({ userId, currency, label }: OrderRow, amount: bigint, key: string) => ({
  userId,
  currency,
  type: 'deposit' as const,
  status: 'completed' as const,
  reference: { kind: 'order', label },
  entry: {
    kind: 'deposit',
    key,
    postings: [
      { account: { kind: 'club.bank' as const, currency }, amount: -amount },
      { account: { kind: 'member.available' as const, userId, currency }, amount },
    ],
  },
});

/** Returns the order after the payment, and the event for the member. */
async function applyPayment(
  tx: Tx,
  deps: Means,
  order: OrderRow,
  payment: Payment,
  now: Date,
): Promise<{ event: OrderEvent; after: OrderRow }> {
  const { amount, key } = payment;
  const amountPaid = order.amountPaid + amount;
  if (!isPayable(order)) {
    const note = noteOf('late', amount, order);
    return { event: 'late', after: await stepOrder(tx, order, { to: order.status, note, set: { amountPaid } }, now) };
  }
  const missing = missingOf(order);
  const counted = await countTowards(tx, order, { amount, key }, now);
  const held = order.type === 'deposit' ? 0n : order.held + counted;
  if (counted < missing) {
    const note = noteOf('part', amount, order);
    const set = { amountPaid, held };
    return { event: 'part', after: await stepOrder(tx, order, { to: 'partially_paid', note, set }, now) };
  }
  const surplus = amount - counted;
  const rest = order.amountPaid > 0n ? noteOf('rest', counted, order) : undefined;
  const note = surplus > 0n ? noteOf('surplus', surplus, order) : rest;
  const paid = await stepOrder(tx, order, { to: 'paid', note, set: { amountPaid, held, paidAt: now } }, now);
  return { event: 'paid', after: await completeOrder(tx, deps, paid, now) };
}

/** Returns how much of a payment counts towards the order. For plants and tickets this is what could be held. */
async function countTowards(
  tx: Tx,
  order: OrderRow,
  { amount, key }: Pick<Payment, 'amount' | 'key'>,
  now: Date,
): Promise<bigint> {
  if (order.type !== 'deposit') return holdForOrder(tx, order, { most: amount, key: `${key}:hold` }, now);
  const missing = missingOf(order);
  return amount < missing ? amount : missing;
}
