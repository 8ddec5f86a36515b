/** Money that came in for an order. Rules: product/wallet.md, "Order". */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { recordTransaction } from '../transactions/record';
import { noteOf } from './notes';
import { isPayable, lockOrder, type OrderRow, type OrderType, stepOrder } from './order-steps';
import { type OrderEvent, tellOf } from './orders.notices';

interface Payment {
  /** Of the order that it is for. */
  label: string;
  /** Minor units of the order's currency, positive. */
  amount: bigint;
  /** Of its entry: the same payment counts once, however often it is read from a statement. */
  key: string;
}

/**
 * Credits a payment to the member's balance at once, and takes the order as far as it has been paid by now. Money for an
 * order that is over, and what is more than due, stays in the balance; the order notes it. The member is told.
 * @returns label of the transaction and id of its entry, of the earlier call where the key was booked before
 * @throws NotFound where there is no such order
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
  await tellOf(tx, deps, { event, order: after, member, amount, transactionLabel: credit.label }, now);
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

/** The order after the payment, and what that means to the member. */
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

/** What follows, beside the credit to the balance, once an order is paid in full: its own way for each type. */
type Settlement = (tx: Tx, order: OrderRow, now: Date) => Promise<OrderRow>;

/** A deposit is for the balance, where its money is already. */
const settlements: Partial<Record<OrderType, Settlement>> = {
  deposit: (tx, order, now) => stepOrder(tx, order, { to: 'completed' }, now),
};

function settle(tx: Tx, order: OrderRow, now: Date): Promise<OrderRow> {
  const settlement = settlements[order.type];
  if (!settlement) throw new Error(`Nobody knows how to settle a ${order.type}`);
  return settlement(tx, order, now);
}
