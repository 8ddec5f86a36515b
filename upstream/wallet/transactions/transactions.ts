/** A member's transactions: one, or a page of them. Rules: product/wallet.md, "Transaction". */
import type { z } from '@hono/zod-openapi';
import { and, asc, between, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Transaction, TransactionFilters, TransactionStatus, TransactionType } from '../../contract/transactions';
import type { Database, Queryable } from '../../database/database';
import { prepared } from '../../database/prepared';
import type { Language } from '../../http/env';
import { InvalidFields, NotFound } from '../../http/problems';
import { decimal, findAccount } from '../../ledger/ledger';
import { minorUnitsOf } from '../amounts';
import { dayAfter, startOfDay } from '../days';
import { type Cursor, readCursor, writeCursor } from './cursor';
import { findRows } from './find';
import { readSearch } from './search';
import { walletTransactions } from './transactions.tables';
import { textsIn } from './transactions.texts';

type Row = typeof walletTransactions.$inferSelect;

/** Whose transactions, in which words, and where their days begin (IANA name). */
export interface Reader {
  userId: number;
  language: Language;
  timeZone: string;
}

const t = walletTransactions;
const usualCurrency = 'EUR';

/** True where nothing is filtered and the order is that of the positions: pages have numbers then. */
export function isNumbered({ sort, ...filters }: TransactionFilters): boolean {
  return (sort === 'newest' || sort === 'oldest') && Object.values(filters).every((value) => value === undefined);
}

/** A numbered page, for whatever `isNumbered`: every position has a row, so each page is one range of them. */
export async function listByNumber(
  db: Database,
  reader: Reader,
  { sort, page, perPage }: { sort: TransactionFilters['sort']; page: number; perPage: number },
): Promise<{ data: z.infer<typeof Transaction>[]; total: number }> {
  const account = await accountOf(db, reader.userId, usualCurrency);
  if (!account) return { data: [], total: 0 };
  const { id, postings: total } = account;
  const skipped = (page - 1) * perPage;
  const from = sort === 'oldest' ? skipped + 1 : Math.max(total - skipped - perPage + 1, 1);
  const to = sort === 'oldest' ? skipped + perPage : total - skipped;
  const find = sort === 'oldest' ? findUpwards : findDownwards;
  const rows = await find(db).execute({ id, from, to });
  return { data: rows.map((row) => showTransaction(row, reader.language)), total };
}

const range = and(
  eq(t.accountId, sql.placeholder('id')),
  between(t.position, sql.placeholder('from'), sql.placeholder('to')),
);
const findUpwards = prepared((db) =>
  db.select().from(t).where(range).orderBy(asc(t.position)).prepare('transactions_upwards'),
);
const findDownwards = prepared((db) =>
  db.select().from(t).where(range).orderBy(desc(t.position)).prepare('transactions_downwards'),
);

/**
 * A page by filters. Cursors lead to the pages beside it; null where there is none.
 * @throws InvalidFields at `to`, `max` and `cursor`
 */
export async function listByFilters(
  db: Database,
  reader: Reader,
  filters: TransactionFilters,
  at: { cursor: string | undefined; perPage: number },
): Promise<{ data: z.infer<typeof Transaction>[]; next: string | null; previous: string | null }> {
  const cursor = checkList(filters, at.cursor, reader.language);
  const account = await accountOf(db, reader.userId, filters.currency ?? usualCurrency);
  const positions = account && (await positionsBetween(db, account.id, reader.timeZone, filters));
  if (!account || !positions) return { data: [], next: null, previous: null };
  const found = await findRows(db, {
    accountId: account.id,
    types: filters['type[]'],
    statuses: filters['status[]'],
    direction: filters.direction,
    positions,
    isOfDays: filters.from !== undefined || filters.to !== undefined,
    amounts: amountsOf(filters),
    terms: readSearch(filters.q ?? '', reader.language),
    order: filters.sort,
    cursor,
    limit: at.perPage + 1,
  });
  const goesBack = cursor?.goesBack ?? false;
  const hasMore = found.length > at.perPage;
  const rows = hasMore ? (goesBack ? found.slice(1) : found.slice(0, -1)) : found;
  const cursorAt = (row: Row | undefined, back: boolean) =>
    row ? writeCursor({ goesBack: back, position: row.position, size: magnitude(row.amount) }) : null;
  return {
    data: rows.map((row) => showTransaction(row, reader.language)),
    next: goesBack || hasMore ? cursorAt(rows.at(-1), false) : null,
    previous: (goesBack ? hasMore : cursor) ? cursorAt(rows[0], true) : null,
  };
}

/** One of the member's own; others' labels are as unknown as those of nothing. */
export async function findTransaction(db: Queryable, userId: number, label: string | null): Promise<Row> {
  const [row] = label
    ? await db
        .select()
        .from(t)
        .where(and(eq(t.label, label), eq(t.userId, userId)))
    : [];
  if (!row) throw new NotFound();
  return row;
}

/** The row in the shape of the contract. */
export function showTransaction(row: Row, language: Language): z.infer<typeof Transaction> {
  const { currency, referenceKind: kind, referenceLabel } = row;
  const type = row.type as TransactionType;
  return {
    transaction_label: row.label,
    type,
    direction: row.amount > 0n ? 'in' : 'out',
    amount: decimal(magnitude(row.amount), currency),
    fee: decimal(row.fee, currency),
    currency,
    balance_after: decimal(row.balanceAfter, currency),
    status: row.status as TransactionStatus,
    description: row.note ?? textsIn(language).descriptions[type],
    reference: kind !== null && referenceLabel !== null ? { kind, label: referenceLabel } : null,
    booked_at: row.bookedAt.toISOString(),
    created_at: row.bookedAt.toISOString(),
  };
}

/**
 * First and last position that were booked in the days, or in all time where one is open; null where none were. Rows are
 * in the order of time, so that these are the rows in between, and no others.
 */
export async function positionsBetween(
  db: Queryable,
  accountId: number,
  timeZone: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<{ from: number; to: number } | null> {
  const ofAccount = eq(t.accountId, accountId);
  const [first] = from
    ? await db
        .select({ position: t.position })
        .from(t)
        .where(and(ofAccount, gte(t.bookedAt, startOfDay(from, timeZone))))
        .orderBy(asc(t.bookedAt), asc(t.position))
        .limit(1)
    : [{ position: 1 }];
  const [last] = to
    ? await db
        .select({ position: t.position })
        .from(t)
        .where(and(ofAccount, lt(t.bookedAt, startOfDay(dayAfter(to), timeZone))))
        .orderBy(desc(t.bookedAt), desc(t.position))
        .limit(1)
    : [{ position: Number.MAX_SAFE_INTEGER }];
  return first && last && first.position <= last.position ? { from: first.position, to: last.position } : null;
}

/** The account that a member's transactions are on. */
export const accountOf = (db: Queryable, userId: number, currency: string) =>
  findAccount(db, { kind: 'member.available', userId, currency });

function checkList({ from, to, min, max }: TransactionFilters, cursor: string | undefined, language: Language) {
  const texts = textsIn(language);
  const faults: Record<string, string[]> = {};
  if (from && to && from > to) faults.to = [texts.toBeforeFrom];
  if (min && max && minorUnitsOf(min) > minorUnitsOf(max)) faults.max = [texts.maxBelowMin];
  const read: Cursor | null | undefined = cursor === undefined ? undefined : readCursor(cursor);
  if (read === null) faults.cursor = [texts.cursor];
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return read ?? undefined;
}

/** More than any posting moves. */
const endless = 10n ** 18n;

const amountsOf = ({ min, max }: TransactionFilters) =>
  min || max ? { min: min ? minorUnitsOf(min) : 0n, max: max ? minorUnitsOf(max) : endless } : undefined;

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
