/** Reads the balance over time, for the chart of docs/product/wallet.md#the-wallet-page. */
import type { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { BalanceHistory } from '../../contract/wallet';
import type { Queryable } from '../../database/database';
import { decimal } from '../../ledger/ledger';
import { ledgerAccounts } from '../../ledger/ledger.tables';
import { walletTransactions } from '../transactions/transactions.tables';

const currency = 'EUR';
const dayMs = 24 * 60 * 60_000;

/**
 * Returns the available balance at the end of each of the last `days` days in UTC. The last point is now. Each day
 * costs one index lookup, however many transactions there are.
 */
export async function getBalanceHistory(
  db: Queryable,
  userId: number,
  days: number,
  now: Date,
): Promise<z.infer<typeof BalanceHistory>> {
  const ended = Array.from({ length: days - 1 }, (_, index) => dayOf(now.getTime() - (days - 1 - index) * dayMs));
  const { rows } = await db.execute<{ present: string; on: string | null; balance: string | null }>(
    endsOfDays(userId, ended),
  );
  const balances = new Map(rows.map(({ on, balance }) => [on, balance]));
  const pointOn = (on: string, balance: string | null = null) => ({
    on,
    balance: decimal(BigInt(balance ?? 0), currency),
  });
  return {
    currency,
    points: [...ended.map((on) => pointOn(on, balances.get(on))), pointOn(dayOf(now.getTime()), rows[0]?.present)],
  };
}

/**
 * Returns a query for the balances at the ends of days, with the present balance in each row. A day before the first
 * transaction has a null balance. Exported for the test, which reads the query plan.
 */
export const endsOfDays = (userId: number, days: string[]) => sql`
  select account.balance as present, day as on, latest.balance_after as balance
  from ${ledgerAccounts} as account
  left join unnest(${sql.param(days)}::text[]) as day on true
  left join lateral (
    select balance_after from ${walletTransactions}
    where account_id = account.id and booked_at < (day::date + 1)::timestamp at time zone 'UTC'
    order by booked_at desc, position desc
    limit 1
  ) as latest on true
  where account.user_id = ${userId} and account.kind = 'member.available' and account.currency = ${currency}`;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
