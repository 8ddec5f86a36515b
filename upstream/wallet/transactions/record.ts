/** The only way to change available money: an entry of the ledger with the transaction that the member sees. */
import { and, eq } from 'drizzle-orm';
import type { TransactionStatus, TransactionType } from '../../contract/transactions';
import type { Tx } from '../../database/database';
import { type Account, bookEntry, getStanding, type NewEntry } from '../../ledger/ledger';
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
  /** What the transaction belongs to, such as an order. */
  reference?: { kind: string; label: string };
  /** Words of the staff. */
  note?: string;
  /** Must have exactly one posting of the member's available money. Its amount becomes that of the transaction. */
  entry: NewEntry;
}

/**
 * Books the entry and its transaction. An entry whose key is booked already changes nothing. A credit repays the
 * member's debt to the club at once, in its own entry and transaction.
 * @returns label of the transaction; for a key that was booked before, that of the earlier call
 * @throws InsufficientFunds, after which the database transaction cannot go on
 */
export async function recordTransaction(
  tx: Tx,
  { entry, reference, ...row }: NewTransaction,
  now: Date,
): Promise<{ label: string; entryId: number; isNew: boolean }> {
  const booked = await bookEntry(tx, entry, now);
  const entryId = booked.id;
  if (!booked.isNew) return { label: await getLabel(tx, entryId, row.userId), entryId, isNew: false };
  const posting = booked.postings[entry.postings.findIndex(({ account }) => isAvailable(account, row))];
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
  if (posting.amount > 0n) await repayDebt(tx, { ...row, label, key: entry.key }, now);
  return { label, entryId, isNew: true };
}

const isAvailable = (account: Account, { userId, currency }: Pick<NewTransaction, 'userId' | 'currency'>) =>
  account.kind === 'member.available' && account.userId === userId && account.currency === currency;

type Credit = Pick<NewTransaction, 'userId' | 'currency'> & { label: string; key: string };

/** The database refuses a commit that leaves both available money and a debt. */
async function repayDebt(tx: Tx, { userId, currency, label, key }: Credit, now: Date): Promise<void> {
  const { available, debt } = await getStanding(tx, userId, currency);
  const amount = debt < available ? debt : available;
  if (amount === 0n) return;
  const postings = [
    { account: { kind: 'member.available' as const, userId, currency }, amount: -amount },
    { account: { kind: 'member.debt' as const, userId, currency }, amount },
  ];
  const entry = { kind: 'debt.repayment', key: `${key}:repayment`, postings };
  const repayment = { type: 'adjustment' as const, status: 'completed' as const, reference: { kind: 'debt', label } };
  await recordTransaction(tx, { userId, currency, ...repayment, entry }, now);
}

/** Sets how a pending transaction ended. Only entries move money. */
export async function setTransactionStatus(tx: Tx, label: string, status: TransactionStatus): Promise<void> {
  await tx.update(walletTransactions).set({ status }).where(eq(walletTransactions.label, label));
}

async function getLabel(tx: Tx, entryId: number, userId: number): Promise<string> {
  const [found] = await tx
    .select({ label: walletTransactions.label })
    .from(walletTransactions)
    .where(and(eq(walletTransactions.entryId, entryId), eq(walletTransactions.userId, userId)));
  if (!found) throw new Error('This entry has no transaction of the member');
  return found.label;
}
