/** Which order or withdrawal a transfer belongs to (product/staff.md, `payments import`). */
import { and, eq, sum } from 'drizzle-orm';
import { findLabels, readLabel } from '../../contract/labels';
import type { Tx } from '../../database/database';
import { users } from '../../identity/identity.tables';
import { walletOrders } from '../orders/orders.tables';
import { walletPayoutFiles, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { walletBankTransfers } from './bank.tables';
import type { BankTransfer } from './camt';

/** Label of the one order that a payment names; null for none, several, or one that does not exist. */
export async function findOrderOf(tx: Tx, transfer: BankTransfer): Promise<string | null> {
  return (await findNamedOrder(tx, transfer))?.label ?? null;
}

/** Whether the member of an order has left: nobody could use what would be in their balance. */
export async function hasLeft(tx: Tx, orderLabel: string): Promise<boolean> {
  const [owner] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .innerJoin(walletOrders, eq(walletOrders.userId, users.id))
    .where(eq(walletOrders.label, orderLabel));
  return Boolean(owner?.deletedAt);
}

/** Label of the refunded order that a debit names and pays back in full, as none did before. */
export async function findRefundOf(tx: Tx, transfer: BankTransfer): Promise<string | null> {
  const order = await findNamedOrder(tx, transfer);
  if (order?.status !== 'refunded' || order.amount !== -transfer.amount) return null;
  return (await isPaidBack(tx, order.label)) ? null : order.label;
}

/** Whether the bank has transferred the refund of an order. */
export const isPaidBack = async (tx: Tx, orderLabel: string): Promise<boolean> =>
  (await tx.$count(
    walletBankTransfers,
    and(eq(walletBankTransfers.orderLabel, orderLabel), eq(walletBankTransfers.outcome, 'other')),
  )) > 0;

async function findNamedOrder(tx: Tx, transfer: BankTransfer) {
  const labels = new Set([transfer.remittance, transfer.endToEndId ?? ''].flatMap((text) => findLabels(text, 'OR')));
  const [label] = labels;
  if (label === undefined || labels.size > 1 || transfer.isUnclear) return null;
  const [order] = await tx.select().from(walletOrders).where(eq(walletOrders.label, label));
  return order ?? null;
}

/** The withdrawal that a payout or its return names, with what the bank was told to pay; amounts must agree. */
export async function findWithdrawalOf(tx: Tx, transfer: BankTransfer) {
  const label = labelOfWithdrawal(transfer);
  if (label === null || transfer.isUnclear) return null;
  const withdrawal = await findWithdrawal(tx, label);
  const amount = transfer.amount < 0n ? -transfer.amount : transfer.amount;
  return withdrawal?.net === amount ? withdrawal : null;
}

/** Banks may repeat it in the remittance alone; there it counts where money goes out or comes back, and not in payments. */
export function labelOfWithdrawal({ amount, endToEndId, remittance, ...transfer }: BankTransfer): string | null {
  const own = endToEndId === null ? null : readLabel(endToEndId, 'WD');
  if (own !== null || (amount > 0n && !comesBack(transfer))) return own;
  const [label = null, ...others] = findLabels(remittance, 'WD');
  return others.length > 0 ? null : label;
}

/** The bank takes back what it had booked, or sends back what was paid. */
export const comesBack = ({ isReversal, returnReason }: Pick<BankTransfer, 'isReversal' | 'returnReason'>): boolean =>
  isReversal || returnReason !== null;

export async function findWithdrawal(tx: Tx, label: string) {
  const [found] = await tx.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label));
  return found ? { label, userId: found.userId, status: found.status, net: found.amount - found.fee } : null;
}

/** Did the money of a withdrawal come back before the bank's debit was seen? A second debit is not what came back. */
export async function isReturned(tx: Tx, label: string): Promise<boolean> {
  const { withdrawalLabel, outcome } = walletBankTransfers;
  const count = (became: string) =>
    tx.$count(walletBankTransfers, and(eq(withdrawalLabel, label), eq(outcome, became)));
  return (await count('return')) > (await count('payout'));
}

/** Labels of a payout file that the bank booked in one sum; empty where it is not exactly that. */
export async function findWholeFile(tx: Tx, { batchId, amount }: BankTransfer): Promise<string[]> {
  if (batchId === null) return [];
  const { label, status, payoutFileId } = walletWithdrawals;
  const rows = await tx.select({ label, status }).from(walletWithdrawals).where(eq(payoutFileId, batchId));
  const [file] = await tx
    .select({ total: sum(walletPayoutFiles.total).mapWith(BigInt) })
    .from(walletPayoutFiles)
    .where(eq(walletPayoutFiles.id, batchId));
  const isWhole = file?.total === -amount && rows.every((row) => row.status === 'processing');
  return isWhole ? rows.map((row) => row.label) : [];
}
