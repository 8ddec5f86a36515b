/** A member's transactions: one, or a page of them. Rules: docs/product/wallet.md#transaction. */
import type { z } from '@hono/zod-openapi';
import { and, asc, between, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import {
  mostSummed,
  type Transaction,
  type TransactionFilters,
  type TransactionStatus,
  type TransactionSums,
  type TransactionType,
} from '../../contract/transactions';
import type { Database, Queryable } from '../../database/database';
import { prepared } from '../../database/prepared';
import type { Language } from '../../http/env';
import { InvalidFields, NotFound } from '../../http/problems';
import { decimal, findAccount } from '../../ledger/ledger';
import { ledgerAccounts } from '../../ledger/ledger.tables';
import { minorUnitsOf } from '../amounts';
import { dayAfter, startOfDay } from '../days';
import { type Cursor, readCursor, writeCursor } from './cursor';
import { listRows, sumRows } from './find';
import { readSearch } from './search';
import { walletTransactions } from './transactions.tables';
import { purposeIn, textsIn } from './transactions.texts';

type Row = typeof walletTransactions.$inferSelect;

/** The member, the language, and the time zone of the days (IANA name). */
export interface Reader {
  userId: number;
  language: Language;
  timeZone: string;
}

const t = walletTransactions;
const usualCurrency = 'EUR';

/** True if there is no filter and the order is that of the positions. Such pages have numbers. */
export function isNumbered({ sort, ...filters }: TransactionFilters): boolean {
  return (sort === 'newest' || sort === 'oldest') && Object.values(filters).every((value) => value === undefined);
}

/** Returns a numbered page, if `isNumbered`. Every position has a row, so that each page is one range. */
export async function listByNumber(
  db: Database,
  reader: Reader,
  { sort, page, perPage }: { sort: TransactionFilters['sort']; page: number; perPage: number },
): Promise<{ data: z.infer<typeof Transaction>[]; total: number }> {
  const find = sort === 'oldest' ? selectUpwards : selectDownwards;
  const rows = await find(db).execute({ userId: reader.userId, skipped: (page - 1) * perPage, perPage });
  return {
    data: rows.flatMap(({ row }) => (row ? [showTransaction(row, reader.language)] : [])),
    total: rows[0]?.total ?? 0,
  };
}

const skipped = sql`${sql.placeholder('skipped')}::bigint`;
const perPage = sql`${sql.placeholder('perPage')}::bigint`;
const upwards = between(t.position, sql`${skipped} + 1`, sql`${skipped} + ${perPage}`);
const downwards = between(
  t.position,
  sql`${ledgerAccounts.postings} - ${skipped} - ${perPage} + 1`,
  sql`${ledgerAccounts.postings} - ${skipped}`,
);
const selectUpwards = prepared((db) =>
  selectRange(db, upwards).orderBy(asc(t.position)).prepare('transactions_upwards'),
);
const selectDownwards = prepared((db) =>
  selectRange(db, downwards).orderBy(desc(t.position)).prepare('transactions_downwards'),
);

/** Each row carries the total number of transactions. If the range is empty, one row carries only that number. */
const selectRange = (db: Queryable, range: SQL | undefined) =>
  db
    .select({ total: ledgerAccounts.postings, row: t })
    .from(ledgerAccounts)
    .leftJoin(t, and(eq(t.accountId, ledgerAccounts.id), range))
    .where(
      and(
        eq(ledgerAccounts.userId, sql.placeholder('userId')),
        eq(ledgerAccounts.kind, 'member.available'),
        eq(ledgerAccounts.currency, usualCurrency),
      ),
    );

interface FilteredPage {
  data: z.infer<typeof Transaction>[];
  /** The cursors of the pages beside this one. */
  next: string | null;
  previous: string | null;
  /** Null for too many rows, undefined if nobody asked. */
  sums?: z.infer<typeof TransactionSums> | null;
}

/**
 * Returns a page by filters, with the sums of all its pages if they are asked for.
 * @throws InvalidFields at `to`, `max` and `cursor`
 */
export async function listByFilters(
  db: Database,
  reader: Reader,
  filters: TransactionFilters,
  at: { cursor: string | undefined; perPage: number; withSums?: boolean },
): Promise<FilteredPage> {
  const cursor = checkList(filters, at.cursor, reader.language);
  const account = await findAvailableAccount(db, reader.userId, filters.currency ?? usualCurrency);
  const positions = account && (await findPositions(db, account.id, momentsOf(filters, reader.timeZone)));
  const sumsOf = (sums: Awaited<ReturnType<typeof sumRows>>) =>
    at.withSums ? { sums: sums && showSums(sums, filters.currency ?? usualCurrency) } : {};
  if (!account || !positions) return { data: [], next: null, previous: null, ...sumsOf(noSums) };
  const wanted = {
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
  };
  const found = await listRows(db, wanted);
  const goesBack = cursor?.goesBack ?? false;
  const hasMore = found.length > at.perPage;
  const rows = hasMore ? (goesBack ? found.slice(1) : found.slice(0, -1)) : found;
  const cursorAt = (row: Row | undefined, back: boolean) =>
    row ? writeCursor({ goesBack: back, position: row.position, size: magnitude(row.amount) }) : null;
  return {
    data: rows.map((row) => showTransaction(row, reader.language)),
    next: goesBack || hasMore ? cursorAt(rows.at(-1), false) : null,
    previous: (goesBack ? hasMore : cursor) ? cursorAt(rows[0], true) : null,
    ...(at.withSums && sumsOf(await sumRows(db, wanted, mostSummed))),
  };
}

const noSums = { count: 0, incoming: 0n, outgoing: 0n };

const showSums = ({ count, incoming, outgoing }: typeof noSums, currency: string) => ({
  count,
  in: decimal(incoming, currency),
  out: decimal(outgoing, currency),
});

/**
 * Returns one of the member's own transactions.
 * @throws NotFound, also for another member's label
 */
export async function getTransaction(db: Queryable, userId: number, label: string | null): Promise<Row> {
  const [row] = label
    ? await db
        .select()
        .from(t)
        .where(and(eq(t.label, label), eq(t.userId, userId)))
    : [];
  if (!row) throw new NotFound();
  return row;
}

/** Returns the row in the shape of the contract. */
export function showTransaction(row: Row, language: Language): z.infer<typeof Transaction> {
  const { currency, referenceKind: kind, referenceLabel } = row;
  const type = row.type as TransactionType;
  const texts = textsIn(language);
  return {
    transaction_label: row.label,
    type,
    direction: row.amount > 0n ? 'in' : 'out',
    amount: decimal(magnitude(row.amount), currency),
    fee: decimal(row.fee, currency),
    currency,
    balance_after: decimal(row.balanceAfter, currency),
    status: row.status as TransactionStatus,
    description: row.note ?? (kind === 'debt' ? texts.repayment : texts.descriptions[type]),
    ...(kind !== null && referenceLabel !== null
      ? { reference: { kind, label: referenceLabel }, purpose: purposeIn(language, kind, referenceLabel) }
      : { reference: null, purpose: null }),
    booked_at: row.bookedAt.toISOString(),
    created_at: row.bookedAt.toISOString(),
  };
}

/**
 * Returns the first and the last position that were booked between the moments, or null if there are none. A missing
 * moment means no bound. The rows are in the order of time, so that these positions enclose exactly the wanted rows.
 */
export async function findPositions(
  db: Queryable,
  accountId: number,
  { since, before }: { since?: Date | undefined; before?: Date | undefined },
): Promise<{ from: number; to: number } | null> {
  const ofAccount = eq(t.accountId, accountId);
  const [first] = since
    ? await db
        .select({ position: t.position })
        .from(t)
        .where(and(ofAccount, gte(t.bookedAt, since)))
        .orderBy(asc(t.bookedAt), asc(t.position))
        .limit(1)
    : [{ position: 1 }];
  const [last] = before
    ? await db
        .select({ position: t.position })
        .from(t)
        .where(and(ofAccount, lt(t.bookedAt, before)))
        .orderBy(desc(t.bookedAt), desc(t.position))
        .limit(1)
    : [{ position: Number.MAX_SAFE_INTEGER }];
  return first && last && first.position <= last.position ? { from: first.position, to: last.position } : null;
}

const momentsOf = ({ from, to }: TransactionFilters, timeZone: string) => ({
  since: from ? startOfDay(from, timeZone) : undefined,
  before: to ? startOfDay(dayAfter(to), timeZone) : undefined,
});

/** Returns the ledger account of a member's transactions. */
export const findAvailableAccount = (db: Queryable, userId: number, currency: string) =>
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

/** More than the amount of any posting. */
const endless = 10n ** 18n;

const amountsOf = ({ min, max }: TransactionFilters) =>
  min || max ? { min: min ? minorUnitsOf(min) : 0n, max: max ? minorUnitsOf(max) : endless } : undefined;

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
