/** Reads the rows of a statement by keyset, so that the cost depends only on their number. */
import { and, asc, desc, eq, gt, lt, lte } from 'drizzle-orm';
import type { Database } from '../../database/database';
import { dayAfter, startOfDay } from '../days';
import { findAvailableAccount, findPositions } from '../transactions/transactions';
import { walletTransactions } from '../transactions/transactions.tables';
import type { TransactionRow } from './proof-file';

const pageSize = 500;
const { accountId, position, bookedAt, balanceAfter } = walletTransactions;

/** A range of a member's transactions over some days, with the balances before and after it. */
export interface Stretch {
  accountId: number;
  /** Positions of the first and the last transaction; `last` is below `first` when there are none. */
  first: number;
  last: number;
  opening: bigint;
  closing: bigint;
}

/**
 * Returns the stretch of the days `from` to `to`, both included, in the time zone. It ends at `now`: what is booked
 * while the statement is written is not in it.
 */
export async function readStretch(
  db: Database,
  userId: number,
  { from, to, zone, now }: { from: string; to: string; zone: string; now: Date },
): Promise<Stretch> {
  const account = await findAvailableAccount(db, userId, 'EUR');
  if (!account) return { accountId: 0, first: 1, last: 0, opening: 0n, closing: 0n };
  const isOwn = eq(accountId, account.id);
  const since = startOfDay(from, zone);
  const before = new Date(Math.min(startOfDay(dayAfter(to), zone).getTime(), now.getTime() + 1));
  const [previous] = await db
    .select({ position, balanceAfter })
    .from(walletTransactions)
    .where(and(isOwn, lt(bookedAt, since)))
    .orderBy(desc(bookedAt), desc(position))
    .limit(1);
  const opening = previous?.balanceAfter ?? 0n;
  const found = await findPositions(db, account.id, { since, before });
  if (!found) return { accountId: account.id, first: 1, last: 0, opening, closing: opening };
  const [latest] = await db
    .select({ balanceAfter })
    .from(walletTransactions)
    .where(and(isOwn, eq(position, found.to)));
  return {
    accountId: account.id,
    first: found.from,
    last: found.to,
    opening,
    closing: latest?.balanceAfter ?? opening,
  };
}

/** Yields the rows of the stretch in order, page by page. */
export async function* readRows(db: Database, stretch: Stretch): AsyncGenerator<TransactionRow> {
  const { first, last } = stretch;
  for (let after = first - 1; after < last; ) {
    const page = await db
      .select()
      .from(walletTransactions)
      .where(and(eq(accountId, stretch.accountId), gt(position, after), lte(position, last)))
      .orderBy(asc(position))
      .limit(pageSize);
    if (page.length === 0) return;
    yield* page;
    after = page.at(-1)?.position ?? last;
  }
}
