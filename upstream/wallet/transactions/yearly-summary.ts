/** What came in and went out in a year, by type. Its cost does not depend on how much that was. */
import type { z } from '@hono/zod-openapi';
import { and, asc, eq, sql } from 'drizzle-orm';
import { TransactionStatus, TransactionType, type YearlySummary } from '../../contract/transactions';
import type { Queryable } from '../../database/database';
import { decimal } from '../../ledger/ledger';
import { dayOf } from '../days';
import { accountOf, positionsBetween, type Reader } from './transactions';
import { walletTransactions } from './transactions.tables';

const t = walletTransactions;
const currency = 'EUR';

/** The year as the member's time zone has it; `now` says which is the last one. */
export async function getYearlySummary(
  db: Queryable,
  { userId, timeZone }: Omit<Reader, 'language'>,
  year: number,
  now: Date,
): Promise<z.infer<typeof YearlySummary>> {
  const account = await accountOf(db, userId, currency);
  const lastYear = yearOf(now, timeZone);
  const before = account && (await positionsBetween(db, account.id, timeZone, { to: `${year - 1}-12-31` }));
  const until = account && (await positionsBetween(db, account.id, timeZone, { to: `${year}-12-31` }));
  const opening = await standAt(db, account?.id, before?.to);
  const closing = await standAt(db, account?.id, until?.to);
  const types = TransactionType.options
    .map((type) => ({
      type,
      in: closing.of(type, true) - opening.of(type, true),
      out: closing.of(type, false) - opening.of(type, false),
    }))
    .filter((sums) => sums.in > 0n || sums.out > 0n);
  const total = (way: 'in' | 'out') => types.reduce((sum, one) => sum + one[way], 0n);
  const show = (amount: bigint) => decimal(amount, currency);
  return {
    year,
    currency,
    first_year: account ? Math.min(await firstYear(db, account.id, timeZone, lastYear), lastYear) : lastYear,
    last_year: lastYear,
    opening_balance: show(opening.balance),
    closing_balance: show(closing.balance),
    total_in: show(total('in')),
    total_out: show(total('out')),
    types: types.map((sums) => ({ type: sums.type, in: show(sums.in), out: show(sums.out) })),
  };
}

/** The balance and the sum of every type after a position; all of them 0 before the first one. */
async function standAt(db: Queryable, accountId: number | undefined, position: number | undefined) {
  if (accountId === undefined || position === undefined) return { balance: 0n, of: () => 0n };
  const [at] = await db
    .select({ balance: t.balanceAfter })
    .from(t)
    .where(and(eq(t.accountId, accountId), eq(t.position, position)));
  const { rows } = await db.execute<{ type: string; incoming: boolean; total: string }>(sql`
    select cell.type, cell.incoming, max(last.total) as total
    from unnest(${sql.param(TransactionType.options)}::text[]) as types(type)
    cross join unnest(${sql.param(TransactionStatus.options)}::text[]) as statuses(status)
    cross join unnest(array[true, false]) as ways(incoming)
    cross join lateral (select types.type, ways.incoming) as cell
    cross join lateral (
      select ${t.typeTotal} as total from ${t}
      where ${t.accountId} = ${accountId} and ${t.type} = types.type and ${t.status} = statuses.status
        and (${t.amount} > 0) = ways.incoming and ${t.position} <= ${position}
      order by ${t.position} desc limit 1
    ) as last
    group by cell.type, cell.incoming`);
  const of = (type: string, incoming: boolean) =>
    BigInt(rows.find((row) => row.type === type && row.incoming === incoming)?.total ?? 0);
  return { balance: at?.balance ?? 0n, of };
}

async function firstYear(db: Queryable, accountId: number, timeZone: string, otherwise: number): Promise<number> {
  const [first] = await db
    .select({ at: t.bookedAt })
    .from(t)
    .where(eq(t.accountId, accountId))
    .orderBy(asc(t.position))
    .limit(1);
  return first ? yearOf(first.at, timeZone) : otherwise;
}

export const yearOf = (at: Date, timeZone: string): number => Number(dayOf(at, timeZone).slice(0, 4));
