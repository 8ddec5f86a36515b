/** Compares each statement's closing balance with `club.bank` on its last day. */
import { and, asc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { findAccount } from '../../ledger/ledger';
import { walletBankStatements, walletBankTransfers } from './bank.tables';
import { readDay } from './statements';

export interface Difference {
  /** The bank's name for the statement. */
  statement: string;
  day: string;
  /** Minor units. */
  bank: bigint;
  books: bigint;
}

/** Returns those of these statements whose closing balance differs from the ledger. */
export async function listDifferencesOf(tx: Tx, iban: string, statementIds: number[]): Promise<Difference[]> {
  if (statementIds.length === 0) return [];
  return listDifferences(tx, iban, inArray(walletBankStatements.id, statementIds));
}

/** Returns the statements with which a difference began, grew, shrank or ended, in the order of their days. */
export async function listChangesOfDifference(tx: Tx, iban: string): Promise<Difference[]> {
  const all = await listDifferences(tx, iban, undefined, true);
  return all.filter((one, at) => gapOf(one) !== (at === 0 ? 0n : gapOf(all[at - 1] as Difference)));
}

export const gapOf = ({ bank, books }: Difference): bigint => bank - books;

async function listDifferences(
  tx: Tx,
  iban: string,
  which: ReturnType<typeof inArray> | undefined,
  withEqual = false,
): Promise<Difference[]> {
  const t = walletBankStatements;
  const rows = await tx
    .select()
    .from(t)
    .where(and(eq(t.accountIban, iban), isNotNull(t.closing), isNotNull(t.lastDay), which))
    .orderBy(asc(t.lastDay), asc(t.id));
  const found = new Map<string, Difference>();
  for (const { name, lastDay, closing } of rows) {
    if (lastDay === null || closing === null) continue;
    const books = await readBooksAfter(tx, iban, lastDay);
    // A day that is cut into several statements ends where the last of them ends.
    const { ends } = await readDay(tx, iban, lastDay);
    const bank = farthest(ends.length > 0 ? ends : [closing], books);
    if (withEqual || bank !== books)
      found.set(lastDay, { statement: name ?? 'without a number', day: lastDay, bank, books });
  }
  return [...found.values()];
}

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);
/**
 * If statements of the day are missing, its stretches end at several balances. The farthest counts, so that none is
 * ignored.
 */
const farthest = (ends: bigint[], books: bigint): bigint =>
  ends.reduce((best, end) => (distance(end, books) > distance(best, books) ? end : best));

/** Returns `club.bank` after a day, without the transfers of later days, however early they were booked. */
async function readBooksAfter(tx: Tx, accountIban: string, day: string): Promise<bigint> {
  const t = walletBankTransfers;
  const [later] = await tx
    .select({ total: sql<string>`coalesce(sum(${t.amount}), 0)` })
    .from(t)
    .where(and(eq(t.accountIban, accountIban), gt(t.bookedOn, day), ne(t.outcome, 'duplicate')));
  const balance = (await findAccount(tx, { kind: 'club.bank', currency: 'EUR' }))?.balance ?? 0n;
  return -balance - BigInt(later?.total ?? 0);
}
