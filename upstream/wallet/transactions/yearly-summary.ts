/** Sums what came in and went out in a year, by type. The cost does not depend on the number of transactions. */
import type { z } from '@hono/zod-openapi';
import { and, eq, lt, sql } from 'drizzle-orm';
import { TransactionStatus, TransactionType, type YearlySummary } from '../../contract/transactions';
import type { Queryable } from '../../database/database';
import { decimal } from '../../ledger/ledger';
import { ledgerAccounts } from '../../ledger/ledger.tables';
import { dayAfter, dayOf, startOfDay } from '../days';
import type { Reader } from './transactions';
import { walletTransactions } from './transactions.tables';

const t = walletTransactions;
const currency = 'EUR';

/** Returns the summary of a year in the member's time zone. `now` decides which year is the last one. */
export async function getYearlySummary(
  db: Queryable,
  { userId, timeZone }: Omit<Reader, 'language'>,
  year: number,
  now: Date,
): Promise<z.infer<typeof YearlySummary>> {
  const account = await findStands(db, userId, { before: `${year - 1}-12-31`, until: `${year}-12-31` }, timeZone);
  const lastYear = yearOf(now, timeZone);
  const { opening, closing } = await readSums(db, account);
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
    first_year: account?.firstAt ? Math.min(yearOf(account.firstAt, timeZone), lastYear) : lastYear,
    last_year: lastYear,
    opening_balance: show(BigInt(account?.before?.balance ?? 0)),
    closing_balance: show(BigInt(account?.until?.balance ?? 0)),
    total_in: show(total('in')),
    total_out: show(total('out')),
    types: types.map((sums) => ({ type: sums.type, in: show(sums.in), out: show(sums.out) })),
  };
}

/** The position and balance of an account after its last transaction of a day. */
interface BalancePoint {
  position: number;
  balance: string;
}

/**
 * Returns the account's first transaction and its state after two days. A state is null if nothing was booked by then.
 */
async function findStands(
  db: Queryable,
  userId: number,
  days: { before: string; until: string },
  timeZone: string,
): Promise<{ id: number; firstAt: Date | null; before: BalancePoint | null; until: BalancePoint | null } | null> {
  const ofAccount = eq(t.accountId, ledgerAccounts.id);
  const standAfter = (day: string) => sql<BalancePoint | null>`(
    select json_build_object('position', position, 'balance', balance_after::text) from ${t}
    where ${and(ofAccount, lt(t.bookedAt, startOfDay(dayAfter(day), timeZone)))}
    order by booked_at desc, position desc limit 1)`;
  const [account] = await db
    .select({
      id: ledgerAccounts.id,
      firstAt: sql<Date | null>`(
        select booked_at from ${t} where ${ofAccount} order by position limit 1)`.mapWith(t.bookedAt),
      before: standAfter(days.before),
      until: standAfter(days.until),
    })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.userId, userId),
        eq(ledgerAccounts.kind, 'member.available'),
        eq(ledgerAccounts.currency, currency),
      ),
    );
  return account ?? null;
}

/** Returns the sums of every type at both states. All are 0 before the first transaction. */
async function readSums(db: Queryable, account: Awaited<ReturnType<typeof findStands>>) {
  const positions = [account?.before?.position ?? 0, account?.until?.position ?? 0];
  const { rows } = await db.execute<{ position: string; type: string; incoming: boolean; total: string }>(sql`
    select stand.position, cell.type, cell.incoming, max(last.total) as total
    from unnest(${sql.param(positions)}::bigint[]) as stand(position)
    cross join unnest(${sql.param(TransactionType.options)}::text[]) as types(type)
    cross join unnest(${sql.param(TransactionStatus.options)}::text[]) as statuses(status)
    cross join unnest(array[true, false]) as ways(incoming)
    cross join lateral (select types.type, ways.incoming) as cell
    cross join lateral (
      select ${t.typeTotal} as total from ${t}
      where ${t.accountId} = ${account?.id ?? 0} and ${t.type} = types.type and ${t.status} = statuses.status
        and (${t.amount} > 0) = ways.incoming and ${t.position} <= stand.position
      order by ${t.position} desc limit 1
    ) as last
    group by stand.position, cell.type, cell.incoming`);
  const [opening, closing] = positions.map((position) => ({
    of: (type: string, incoming: boolean) =>
      BigInt(
        rows.find((row) => Number(row.position) === position && row.type === type && row.incoming === incoming)
          ?.total ?? 0,
      ),
  }));
  return { opening, closing } as { opening: Sums; closing: Sums };
}

interface Sums {
  of(type: string, incoming: boolean): bigint;
}

export const yearOf = (at: Date, timeZone: string): number => Number(dayOf(at, timeZone).slice(0, 4));
