/** Books payments for orders. Rules: docs/product/wallet.md#order. */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { recordTransaction } from '../transactions/record';
import { noteOf } from './notes';
import { isPayable, lockOrder, type OrderRow, type OrderType, stepOrder } from './order-steps';
import { type OrderEvent, tellOfOrder } from './orders.notices';

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
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster'>,
  { label, amount, key }: Payment,
  now: Date,
): Promise<{ transactionLabel: string; entryId: number }> {
  if (amount <= 0n) throw new RangeError('A payment is more than nothing');
  const { order, member } = await lockOrder(tx, label);
  const credit = await recordTransaction(tx, creditOf(order, amount, key), now);
  const booked = { transactionLabel: credit.label, entryId: credit.entryId };
  if (!credit.isNew) return booked;
  const { event, after } = await applyPayment(tx, order, amount, now);
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
  order: OrderRow,
  amount: bigint,
  now: Date,
): Promise<{ event: OrderEvent; after: OrderRow }> {
  const amountPaid = order.amountPaid + amount;
  if (!isPayable(order)) {
    const note = noteOf('late', amount, order);
    return { event: 'late', after: await stepOrder(tx, order, { to: order.status, note, set: { amountPaid } }, now) };
  }
  if (amountPaid < order.amount) {
    const note = noteOf('part', amount, order);
    return {
      event: 'part',
      after: await stepOrder(tx, order, { to: 'partially_paid', note, set: { amountPaid } }, now),
    };
  }
  const surplus = amountPaid - order.amount;
  const rest = order.amountPaid > 0n ? noteOf('rest', amount - surplus, order) : undefined;
  const note = surplus > 0n ? noteOf('surplus', surplus, order) : rest;
  const paid = await stepOrder(tx, order, { to: 'paid', note, set: { amountPaid, paidAt: now } }, now);
  return { event: 'paid', after: await settle(tx, paid, now) };
}

/** What follows when an order is paid in full, beside the credit. Each type of order has its own. */
type Settlement = (tx: Tx, order: OrderRow, now: Date) => Promise<OrderRow>;

/** A deposit is completed at once, because its money is already in the balance. */
const settlements: Partial<Record<OrderType, Settlement>> = {
  deposit: (tx, order, now) => stepOrder(tx, order, { to: 'completed' }, now),
};

function settle(tx: Tx, order: OrderRow, now: Date): Promise<OrderRow> {
  const settlement = settlements[order.type];
  if (!settlement) throw new Error(`Nobody knows how to settle a ${order.type}`);
  return settlement(tx, order, now);
}
