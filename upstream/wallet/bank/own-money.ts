/** Finds whose money a transfer is, because staff decide nothing about their own. */
import { eq, inArray } from 'drizzle-orm';
import { listLabels } from '../../contract/labels';
import type { Tx } from '../../database/database';
import { walletOrders } from '../orders/orders.tables';
import { walletTransactions } from '../transactions/transactions.tables';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { findReversedCredit } from './reversals.credit';
import { findTransfer } from './transfers';

/**
 * Returns the members whose money a transfer was or would be: who got it, whom it names, and whose credit it reverses.
 */
export async function listMembersOf(tx: Tx, transferId: number): Promise<number[]> {
  const transfer = await findTransfer(tx, transferId);
  if (!transfer) return [];
  const { orderLabel, withdrawalLabel, entryId, amount } = transfer;
  const labels = [orderLabel, withdrawalLabel].filter((label) => label !== null);
  const booked = await tx
    .select({ userId: walletTransactions.userId })
    .from(walletTransactions)
    .where(eq(walletTransactions.entryId, entryId ?? 0));
  const credit = amount < 0n ? await findReversedCredit(tx, transfer) : null;
  return [
    ...booked.map(({ userId }) => userId),
    ...(await listOwners(tx, labels)),
    ...(await listNamedMembers(tx, transfer)),
    ...(credit ? await listMembersOf(tx, credit.id) : []),
  ];
}

/** Returns the members whose orders and withdrawals a transfer names, even if these do not match. */
export function listNamedMembers(
  tx: Tx,
  { remittance, endToEndId }: { remittance: string; endToEndId: string | null },
): Promise<number[]> {
  const texts = [remittance, endToEndId ?? ''];
  return listOwners(
    tx,
    texts.flatMap((text) => [...listLabels(text, 'OR'), ...listLabels(text, 'WD')]),
  );
}

/** Returns the members who own these orders and withdrawals. */
export async function listOwners(tx: Tx, labels: string[]): Promise<number[]> {
  const owners: number[] = [];
  if (labels.length === 0) return owners;
  for (const table of [walletOrders, walletWithdrawals]) {
    const rows = await tx.select({ userId: table.userId }).from(table).where(inArray(table.label, labels));
    owners.push(...rows.map(({ userId }) => userId));
  }
  return owners;
}
