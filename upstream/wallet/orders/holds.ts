/**
 * The money of an order that buys something. What is paid is held at once, so that it can be spent on nothing else. The
 * price is taken when all of it is held. What is held is released when the order ends otherwise.
 */
import { and, eq } from 'drizzle-orm';
import type { TransactionStatus } from '../../contract/transactions';
import type { Tx } from '../../database/database';
import { bookEntry, getBalances } from '../../ledger/ledger';
import { recordTransaction } from '../transactions/record';
import { walletTransactions } from '../transactions/transactions.tables';
import type { Goods } from './goods';
import type { OrderRow } from './order-steps';

const accounts = ({ userId, currency }: OrderRow) => ({
  available: { kind: 'member.available' as const, userId, currency },
  held: { kind: 'member.held' as const, userId, currency },
});

const transactionOf = ({ userId, currency, label }: OrderRow) => ({
  userId,
  currency,
  reference: { kind: 'order', label },
});

/**
 * Takes the whole price from the available money, and returns the label of the transaction.
 * @throws InsufficientFunds
 */
export async function takePrice(tx: Tx, order: OrderRow, { income }: Goods, now: Date): Promise<string> {
  const { available } = accounts(order);
  const postings = [
    { account: available, amount: -order.amount },
    { account: { kind: income, currency: order.currency }, amount: order.amount },
  ];
  const entry = { kind: 'order.purchase', key: `order:${order.label}:purchase`, postings };
  const taken = { ...transactionOf(order), type: order.type, status: 'completed' as const, entry };
  return (await recordTransaction(tx, taken, now)).label;
}

/**
 * Holds available money for what is still missing of the price, at most `most`. A debt may have taken a part of what
 * came in.
 * @param key names the cause; the same key holds once
 * @returns the amount that was held
 */
export async function holdForOrder(
  tx: Tx,
  order: OrderRow,
  { most, key }: { most: bigint; key: string },
  now: Date,
): Promise<bigint> {
  const missing = order.amount - order.held;
  const { available: free } = await getBalances(tx, order.userId, order.currency);
  const amount = [missing, most, free].reduce((least, units) => (units < least ? units : least));
  if (amount <= 0n) return 0n;
  const { available, held } = accounts(order);
  const postings = [
    { account: available, amount: -amount },
    { account: held, amount },
  ];
  const entry = { kind: 'order.hold', key, postings };
  await recordTransaction(tx, { ...transactionOf(order), type: order.type, status: 'pending', entry }, now);
  return amount;
}

/** Takes the price of what is held: the whole amount. */
export async function settleHolds(tx: Tx, order: OrderRow, { income }: Goods, now: Date): Promise<void> {
  const { held } = accounts(order);
  const postings = [
    { account: held, amount: -order.amount },
    { account: { kind: income, currency: order.currency }, amount: order.amount },
  ];
  await bookEntry(tx, { kind: 'order.settlement', key: `order:${order.label}:settlement`, postings }, now);
  await endHolds(tx, order, 'completed');
}

/** Makes what is held available again. Returns the label of the transaction, or null if nothing was held. */
export async function releaseHolds(tx: Tx, order: OrderRow, now: Date): Promise<string | null> {
  if (order.held === 0n) return null;
  const { available, held } = accounts(order);
  const postings = [
    { account: held, amount: -order.held },
    { account: available, amount: order.held },
  ];
  const entry = { kind: 'order.release', key: `order:${order.label}:release`, postings };
  await endHolds(tx, order, 'reversed');
  const released = { ...transactionOf(order), type: 'refund' as const, status: 'completed' as const, entry };
  return (await recordTransaction(tx, released, now)).label;
}

async function endHolds(tx: Tx, { label, userId }: OrderRow, status: TransactionStatus): Promise<void> {
  const { referenceLabel, userId: owner, status: present } = walletTransactions;
  await tx
    .update(walletTransactions)
    .set({ status })
    .where(and(eq(referenceLabel, label), eq(owner, userId), eq(present, 'pending')));
}
