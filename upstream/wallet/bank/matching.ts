/** Finds the order or withdrawal that a transfer belongs to (docs/product/staff.md#payments-import). */
import { and, eq, sum } from 'drizzle-orm';
import { listLabels, readLabel } from '../../contract/labels';
import type { Tx } from '../../database/database';
import { lockUser } from '../../members/users';
import { walletOrders } from '../orders/orders.tables';
import { walletPayoutFiles, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { walletBankTransfers } from './bank.tables';
import type { BankTransfer } from './camt';

/** Returns the label of the one order that a payment names, or null if it names none, several, or an unknown one. */
export async function findOrderOf(tx: Tx, transfer: BankTransfer): Promise<string | null> {
  return (await findNamedOrder(tx, transfer))?.label ?? null;
}

/**
 * Returns whether the member of an order has left and could not use the money. Locks the member until the transaction
 * ends, so that the answer stays true.
 */
export async function hasLeft(tx: Tx, orderLabel: string): Promise<boolean> {
  const [order] = await tx.select().from(walletOrders).where(eq(walletOrders.label, orderLabel));
  return order !== undefined && (await lockUser(tx, order.userId)).deletedAt !== null;
}

/**
 * Returns the label of the refunded order that a debit names and pays back in full, or null if that was done before.
 */
export async function findRefundOf(tx: Tx, transfer: BankTransfer): Promise<string | null> {
  const order = await findNamedOrder(tx, transfer);
  if (order?.status !== 'refunded' || order.amount !== -transfer.amount) return null;
  return (await isPaidBack(tx, order.label)) ? null : order.label;
}

/** Returns whether the bank has transferred the refund of an order. */
export const isPaidBack = async (tx: Tx, orderLabel: string): Promise<boolean> =>
  (await tx.$count(
    walletBankTransfers,
    and(eq(walletBankTransfers.orderLabel, orderLabel), eq(walletBankTransfers.outcome, 'other')),
  )) > 0;

async function findNamedOrder(tx: Tx, transfer: BankTransfer) {
  const labels = new Set([transfer.remittance, transfer.endToEndId ?? ''].flatMap((text) => listLabels(text, 'OR')));
  const [label] = labels;
  if (label === undefined || labels.size > 1 || transfer.isUnclear) return null;
  const [order] = await tx.select().from(walletOrders).where(eq(walletOrders.label, label));
  return order ?? null;
}

/** Returns the withdrawal that a payout or its return names, with its net amount. The amounts must agree. */
export async function findWithdrawalOf(tx: Tx, transfer: BankTransfer) {
  const label = labelOfWithdrawal(transfer);
  if (label === null || transfer.isUnclear) return null;
  const withdrawal = await findWithdrawal(tx, label);
  const amount = transfer.amount < 0n ? -transfer.amount : transfer.amount;
  return withdrawal?.net === amount ? withdrawal : null;
}

/**
 * Returns the label in the end-to-end id, or else the one in the remittance, where some banks repeat it. The remittance
 * counts only if money goes out or comes back, and not in payments.
 */
export function labelOfWithdrawal({ amount, endToEndId, remittance, ...transfer }: BankTransfer): string | null {
  const own = endToEndId === null ? null : readLabel(endToEndId, 'WD');
  if (own !== null || (amount > 0n && !comesBack(transfer))) return own;
  const [label = null, ...others] = listLabels(remittance, 'WD');
  return others.length > 0 ? null : label;
}

/** True if the bank reverses what it had booked, or returns what was paid. */
export const comesBack = ({ isReversal, returnReason }: Pick<BankTransfer, 'isReversal' | 'returnReason'>): boolean =>
  isReversal || returnReason !== null;

export async function findWithdrawal(tx: Tx, label: string) {
  const [found] = await tx.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label));
  return found ? { label, userId: found.userId, status: found.status, net: found.amount - found.fee } : null;
}

/**
 * Returns whether the money of a withdrawal came back and its debit is not imported yet. A second debit does not count.
 */
export async function isReturned(tx: Tx, label: string): Promise<boolean> {
  const { withdrawalLabel, outcome } = walletBankTransfers;
  const count = (became: string) =>
    tx.$count(walletBankTransfers, and(eq(withdrawalLabel, label), eq(outcome, became)));
  return (await count('return')) > (await count('payout'));
}

/** Returns the labels, in order, of a payout file that the bank booked in one sum. Empty if it is not exactly that. */
export async function listWholeFile(tx: Tx, { batchId, amount }: BankTransfer): Promise<string[]> {
  if (batchId === null) return [];
  const { label, status, payoutFileId } = walletWithdrawals;
  const rows = await tx
    .select({ label, status })
    .from(walletWithdrawals)
    .where(eq(payoutFileId, batchId))
    .orderBy(label);
  const [file] = await tx
    .select({ total: sum(walletPayoutFiles.total).mapWith(BigInt) })
    .from(walletPayoutFiles)
    .where(eq(walletPayoutFiles.id, batchId));
  const isWhole = file?.total === -amount && rows.every((row) => row.status === 'processing');
  return isWhole ? rows.map((row) => row.label) : [];
}
