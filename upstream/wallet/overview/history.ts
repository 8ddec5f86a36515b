/** The balance over time, for the chart of product/wallet.md, "The wallet page". */
import type { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { BalanceHistory } from '../../contract/wallet';
import type { Queryable } from '../../database/database';
import { decimal, findAccount } from '../../ledger/ledger';
import { walletTransactions } from '../transactions/transactions.tables';

const currency = 'EUR';
const dayMs = 24 * 60 * 60_000;

/**
 * What the member could use at the end of each of the last `days` days of UTC, the last of them being now. One look into
 * an index for each day, however many transactions there are.
 */
export async function getBalanceHistory(
  db: Queryable,
  userId: number,
  days: number,
  now: Date,
): Promise<z.infer<typeof BalanceHistory>> {
  const account = await findAccount(db, { kind: 'member.available', userId, currency });
  const ended = Array.from({ length: days - 1 }, (_, index) => dayOf(now.getTime() - (days - 1 - index) * dayMs));
  const balances = account ? await findBalances(db, account.id, ended) : new Map<string, bigint>();
  const pointOn = (on: string, balance: bigint) => ({ on, balance: decimal(balance, currency) });
  return {
    currency,
    points: [
      ...ended.map((on) => pointOn(on, balances.get(on) ?? 0n)),
      pointOn(dayOf(now.getTime()), account?.balance ?? 0n),
    ],
  };
}

/** Balances at the ends of days; a day before the first transaction has none. */
async function findBalances(db: Queryable, accountId: number, days: string[]): Promise<Map<string, bigint>> {
  const { rows } = await db.execute<{ on: string; balance: string }>(endsOfDays(accountId, days));
  return new Map(rows.map(({ on, balance }) => [on, BigInt(balance)]));
}

/** For the test, which reads the plan. */
export const endsOfDays = (accountId: number, days: string[]) => sql`
  select day as on, latest.balance_after as balance
  from unnest(${sql.param(days)}::text[]) as day
  cross join lateral (
    select balance_after from ${walletTransactions}
    where account_id = ${accountId} and booked_at < (day::date + 1)::timestamp at time zone 'UTC'
    order by booked_at desc, position desc
    limit 1
  ) as latest`;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
