/** Withdrawals as their member sees them. */
import { and, desc, eq, getTableColumns, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { maskIban } from '../../contract/iban';
import type { Withdrawal } from '../../contract/withdrawals';
import type { Queryable } from '../../database/database';
import { prepared } from '../../database/prepared';
import { countTotal } from '../../http/paginator';
import { NotFound } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import { sumIn } from '../amounts';
import { isOpenWithdrawal } from '../limits/limits';
import { walletTransactions } from '../transactions/transactions.tables';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';

import type { WithdrawalRow } from './steps';
import { walletWithdrawalSteps, walletWithdrawals } from './withdrawals.tables';

export type ShownWithdrawal = z.infer<typeof Withdrawal>;
type AccountRow = typeof walletWithdrawAccounts.$inferSelect;

/** Returns the member's own withdrawal. Throws NotFound. */
export async function getWithdrawal(db: Queryable, userId: number, label: string | null): Promise<ShownWithdrawal> {
  const own = and(eq(walletWithdrawals.label, label ?? ''), eq(walletWithdrawals.userId, userId));
  const [found] = label === null ? [] : await select(db).where(own);
  if (!found) throw new NotFound();
  return showWithdrawal(found);
}

/** One page of the member's withdrawals, newest first. `total` and `sum` are of all in the state. `page` starts at 1. */
export async function listWithdrawals(
  db: Queryable,
  userId: number,
  { state, page, per_page }: { state: 'open' | 'closed' | 'all'; page: number; per_page: number },
): Promise<{ data: ShownWithdrawal[]; total: number; sum: string | null }> {
  const rows = await lists[state](db).execute({ userId, limit: per_page, offset: (page - 1) * per_page });
  const count = () => db.$count(walletWithdrawals, and(eq(walletWithdrawals.userId, userId), inState[state]));
  return { data: rows.map(showWithdrawal), total: await countTotal(rows, page, count), sum: sumIn(rows) };
}

const inState = { open: isOpenWithdrawal, closed: not(isOpenWithdrawal), all: undefined };

const lists = {
  open: prepared((db) => selectWithdrawals(db, inState.open).prepare('open_withdrawals')),
  closed: prepared((db) => selectWithdrawals(db, inState.closed).prepare('closed_withdrawals')),
  all: prepared((db) => selectWithdrawals(db, inState.all).prepare('all_withdrawals')),
};

/** Selects a page of the member's withdrawals, newest first. Its values are `userId`, `limit` and `offset`. */
export function selectWithdrawals(db: Queryable, which: SQL | undefined) {
  const wanted = and(eq(walletWithdrawals.userId, sql.placeholder('userId')), which);
  return select(db, {
    total: sql<number>`(select count(*)::int from ${walletWithdrawals} where ${wanted})`,
    sum: sql<string>`(select sum(amount)::text from ${walletWithdrawals} where ${wanted})`,
  })
    .where(wanted)
    .orderBy(desc(walletWithdrawals.requestedAt), walletWithdrawals.label)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));
}

const none = { total: sql<number>`null`, sum: sql<string>`null` };

/**
 * Selects withdrawals with their account, steps and transactions, and with figures of the whole list. The names of what
 * is computed are not those of orders, because one statement reads both.
 */
const select = (db: Queryable, { total, sum }: { total: SQL<number>; sum: SQL<string> } = none) =>
  db
    .select({
      row: getTableColumns(walletWithdrawals),
      account: { iban: walletWithdrawAccounts.iban, holder: walletWithdrawAccounts.holder },
      steps: sql<Step[]>`(
        select coalesce(json_agg(json_build_object('status', status, 'at', at, 'note', note) order by id), '[]')
        from ${walletWithdrawalSteps} where ${eq(walletWithdrawalSteps.withdrawalLabel, walletWithdrawals.label)})`.as(
        'withdrawal_steps',
      ),
      transactionLabels: sql<string[]>`(
        select coalesce(json_agg(label order by account_id, position), '[]')
        from ${walletTransactions} where ${eq(walletTransactions.referenceLabel, walletWithdrawals.label)})`.as(
        'withdrawal_transactions',
      ),
      total: total.as('withdrawals_total'),
      sum: sum.as('withdrawals_sum'),
    })
    .from(walletWithdrawals)
    .innerJoin(walletWithdrawAccounts, eq(walletWithdrawAccounts.id, walletWithdrawals.withdrawAccountId));

interface Step {
  status: string;
  at: string;
  note: string | null;
}

interface WithdrawalWithParts {
  row: WithdrawalRow;
  account: Pick<AccountRow, 'iban' | 'holder'>;
  steps: Step[];
  transactionLabels: string[];
}

export const showWithdrawal = ({ row, account, steps, transactionLabels }: WithdrawalWithParts): ShownWithdrawal => ({
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
  timeline: steps.map(({ status, at, note }) => ({ status, at: new Date(at).toISOString(), note })),
  actions: row.status === 'pending' ? ['cancel'] : [],
  transaction_labels: transactionLabels,
});

/** Returns the payee, and the country and last four characters of the IBAN. */
export const targetFor = ({ iban, holder }: Pick<AccountRow, 'iban' | 'holder'>) => ({
  type: 'sepa' as const,
  masked: maskIban(iban),
  holder,
});
