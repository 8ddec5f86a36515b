/** Withdrawals as their member sees them. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { maskIban } from '../../contract/iban';
import type { Withdrawal } from '../../contract/withdrawals';
import type { Queryable } from '../../database/database';
import { NotFound } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import { openWithdrawal } from '../limits/limits';
import { walletTransactions } from '../transactions/transactions.tables';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import type { WithdrawalRow } from './steps';
import { walletWithdrawalSteps, walletWithdrawals } from './withdrawals.tables';

export type ShownWithdrawal = z.infer<typeof Withdrawal>;
type AccountRow = typeof walletWithdrawAccounts.$inferSelect;

/** The member's own withdrawal. Throws NotFound. */
export async function getWithdrawal(db: Queryable, userId: number, label: string | null): Promise<ShownWithdrawal> {
  const [shown] = label === null ? [] : await showWithdrawals(db, await rowsOf(db, userId, label));
  if (!shown) throw new NotFound();
  return shown;
}

const rowsOf = (db: Queryable, userId: number, label: string) =>
  db
    .select()
    .from(walletWithdrawals)
    .where(and(eq(walletWithdrawals.label, label), eq(walletWithdrawals.userId, userId)));

/** One page of the member's withdrawals, the newest first, and how many there are. `page` starts at 1. */
export async function listWithdrawals(
  db: Queryable,
  userId: number,
  { state, page, per_page }: { state: 'open' | 'all'; page: number; per_page: number },
): Promise<{ data: ShownWithdrawal[]; total: number }> {
  const isOpen = state === 'open' ? inArray(walletWithdrawals.status, openWithdrawal) : undefined;
  const wanted = and(eq(walletWithdrawals.userId, userId), isOpen);
  const rows = await db
    .select()
    .from(walletWithdrawals)
    .where(wanted)
    .orderBy(desc(walletWithdrawals.requestedAt), walletWithdrawals.label)
    .limit(per_page)
    .offset((page - 1) * per_page);
  return { data: await showWithdrawals(db, rows), total: await db.$count(walletWithdrawals, wanted) };
}

/** In the order given, with all that belongs to them, in three queries however many there are. */
async function showWithdrawals(db: Queryable, rows: WithdrawalRow[]): Promise<ShownWithdrawal[]> {
  if (rows.length === 0) return [];
  const labels = rows.map(({ label }) => label);
  const accountIds = [...new Set(rows.map(({ withdrawAccountId }) => withdrawAccountId))];
  const accounts = await db.select().from(walletWithdrawAccounts).where(inArray(walletWithdrawAccounts.id, accountIds));
  const steps = await db
    .select()
    .from(walletWithdrawalSteps)
    .where(inArray(walletWithdrawalSteps.withdrawalLabel, labels))
    .orderBy(walletWithdrawalSteps.id);
  const { referenceLabel, label, accountId, position } = walletTransactions;
  const booked = await db
    .select({ referenceLabel, label })
    .from(walletTransactions)
    .where(inArray(referenceLabel, labels))
    .orderBy(accountId, position);
  return rows.map((row) =>
    show(row, {
      account: accounts.find(({ id }) => id === row.withdrawAccountId) as AccountRow,
      steps: steps.filter(({ withdrawalLabel }) => withdrawalLabel === row.label),
      transactionLabels: booked.flatMap((of) => (of.referenceLabel === row.label ? [of.label] : [])),
    }),
  );
}

interface Belongings {
  account: AccountRow;
  steps: (typeof walletWithdrawalSteps.$inferSelect)[];
  transactionLabels: string[];
}

const show = (row: WithdrawalRow, { account, steps, transactionLabels }: Belongings): ShownWithdrawal => ({
  withdraw_label: row.label,
  amount: decimal(row.amount, row.currency),
  fee: decimal(row.fee, row.currency),
  net_amount: decimal(row.amount - row.fee, row.currency),
  currency: row.currency,
  withdraw_account: targetFor(account),
  status: row.status as ShownWithdrawal['status'],
  requested_at: row.requestedAt.toISOString(),
  estimated_at: row.estimatedOn,
  completed_at: row.completedAt?.toISOString() ?? null,
  external_reference: row.externalReference,
  failure_reason: row.failureReason,
  timeline: steps.map(({ status, at, note }) => ({ status, at: at.toISOString(), note })),
  actions: row.status === 'pending' ? ['cancel'] : [],
  transaction_labels: transactionLabels,
});

/** Who is paid, and where: country and the last four. */
export const targetFor = ({ iban, holder }: Pick<AccountRow, 'iban' | 'holder'>) => ({
  type: 'sepa' as const,
  masked: maskIban(iban),
  holder,
});
