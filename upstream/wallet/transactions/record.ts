/** The one way to change what a member can use: an entry of the ledger, and the transaction that the member sees of it. */
import { and, eq } from 'drizzle-orm';
import type { TransactionStatus, TransactionType } from '../../contract/transactions';
import type { Tx } from '../../database/database';
import { bookEntry, findPosting, type NewEntry } from '../../ledger/ledger';
import { newLabel } from '../labels';
import { walletNoteWords, walletTransactions } from './transactions.tables';
import { beginningsOf } from './words';

interface NewTransaction {
  userId: number;
  currency: string;
  type: TransactionType;
  status: TransactionStatus;
  /** Minor units, part of the amount. */
  fee?: bigint;
  /** What it belongs to, such as an order. */
  reference?: { kind: string; label: string };
  /** Words of the staff. */
  note?: string;
  /** With exactly one posting of the member's available money, whose amount becomes that of the transaction. */
  entry: NewEntry;
}

/**
 * Books the entry and its transaction; an entry whose key was booked before changes nothing.
 * @returns label of the transaction, that of the earlier call where there was one
 * @throws InsufficientFunds; the transaction of the database is over then
 */
export async function recordTransaction(
  tx: Tx,
  { entry, reference, ...row }: NewTransaction,
  now: Date,
): Promise<{ label: string; entryId: number; isNew: boolean }> {
  const { id: entryId, isNew } = await bookEntry(tx, entry, now);
  if (!isNew) return { label: await labelOf(tx, entryId, row.userId), entryId, isNew };
  const account = { kind: 'member.available' as const, userId: row.userId, currency: row.currency };
  const posting = await findPosting(tx, entryId, account);
  if (!posting) throw new Error('The entry leaves the available money of the member alone');
  const label = newLabel('TX');
  await tx.insert(walletTransactions).values({
    ...row,
    ...posting,
    label,
    entryId,
    note: row.note ?? null,
    referenceKind: reference?.kind ?? null,
    referenceLabel: reference?.label ?? null,
    bookedAt: now,
  });
  const words = beginningsOf(row.note ?? '').map((beginning) => ({ ...posting, beginning }));
  if (words.length > 0) await tx.insert(walletNoteWords).values(words);
  return { label, entryId, isNew };
}

/** Says how a transaction that was under way ended; the money moves by entries alone. */
export async function setTransactionStatus(tx: Tx, label: string, status: TransactionStatus): Promise<void> {
  await tx.update(walletTransactions).set({ status }).where(eq(walletTransactions.label, label));
}

async function labelOf(tx: Tx, entryId: number, userId: number): Promise<string> {
  const [found] = await tx
    .select({ label: walletTransactions.label })
    .from(walletTransactions)
    .where(and(eq(walletTransactions.entryId, entryId), eq(walletTransactions.userId, userId)));
  if (!found) throw new Error('This entry has no transaction of the member');
  return found.label;
}
