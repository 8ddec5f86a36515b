/** Ledger accounts: who owns the money, and where it is. */
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../database/database';
import { users } from '../members/members.tables';
import { ledgerAccounts } from './ledger.tables';

/**
 * A member's money: available, or held for an open withdrawal. `member.debt` is what the member owes the club. It is 0
 * or negative, and it is 0 while the member has available money.
 */
type MemberAccount = { kind: 'member.available' | 'member.held' | 'member.debt'; userId: number };
/** The club's side of every entry. */
type ClubAccount = {
  kind:
    | 'club.bank'
    | 'club.payable'
    | 'club.fees'
    | 'club.commission'
    | 'club.commission_owed'
    | 'club.plant_sales'
    | 'club.event_tickets'
    | 'club.harvest'
    | 'club.overpaid'
    | 'club.adjustment';
};

/** A ledger account by its name. Its first posting opens it. */
export type Account = (MemberAccount | ClubAccount) & { currency: string };

/** Returns the ids of the accounts in the given order, and opens accounts that do not exist yet. */
export async function openAccounts(tx: Tx, accounts: Account[], now: Date): Promise<number[]> {
  const known = await listIds(tx, accounts);
  const missing = accounts.filter((account) => !known.has(nameOf(account)));
  if (missing.length > 0) {
    const rows = missing.map((account) => ({ ...rowOf(account), createdAt: now }));
    await tx.insert(ledgerAccounts).values(rows).onConflictDoNothing();
    for (const [name, id] of await listIds(tx, missing)) known.set(name, id);
  }
  return accounts.map((account) => known.get(nameOf(account)) as number);
}

/** Returns what a member has in a currency, in minor units; 0 without any posting. */
export async function getBalances(db: Queryable, userId: number, currency: string) {
  const { available, held } = await getStanding(db, userId, currency);
  return { available, held };
}

/** What a member has and owes in a currency, in minor units. No amount is negative. */
export interface Standing {
  available: bigint;
  held: bigint;
  debt: bigint;
}

/** Returns what a member has and owes in a currency; all 0 without any posting. */
export async function getStanding(db: Queryable, userId: number, currency: string): Promise<Standing> {
  const rows = await db
    .select({ kind: ledgerAccounts.kind, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.currency, currency)));
  return standingIn(rows);
}

/** What `standingIn` reads, as a column of a query on `users`. */
export const memberAccounts = (currency: string) =>
  sql<{ kind: string; balance: string }[]>`(
    select coalesce(json_agg(json_build_object('kind', kind, 'balance', balance::text)), '[]')
    from ${ledgerAccounts} where ${and(eq(ledgerAccounts.userId, users.id), eq(ledgerAccounts.currency, currency))})`;

export function standingIn(accounts: { kind: string; balance: bigint | string }[]): Standing {
  const of = (kind: MemberAccount['kind']) => BigInt(accounts.find((account) => account.kind === kind)?.balance ?? 0);
  return { available: of('member.available'), held: of('member.held'), debt: -of('member.debt') };
}

/** Returns an account with its balance and the number of its postings, or null before its first posting. */
export async function findAccount(db: Queryable, account: Account) {
  const { kind, userId, currency } = rowOf(account);
  const isOwner = userId === null ? isNull(ledgerAccounts.userId) : eq(ledgerAccounts.userId, userId);
  const [found] = await db
    .select()
    .from(ledgerAccounts)
    .where(and(isOwner, eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.currency, currency)));
  return found ?? null;
}

/** Locks accounts of the club, so that an act with several locks can take all of them in an order that it chooses. */
export const lockClubAccounts = (tx: Tx, kinds: ClubAccount['kind'][]) =>
  tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.kind, kinds))
    .orderBy(asc(ledgerAccounts.id))
    .for('no key update');

async function listIds(tx: Tx, accounts: Account[]): Promise<Map<string, number>> {
  const { id, kind, userId, currency } = ledgerAccounts;
  const named = accounts.map((account) => {
    const row = rowOf(account);
    const owner = row.userId === null ? isNull(userId) : eq(userId, row.userId);
    return and(owner, eq(kind, row.kind), eq(currency, row.currency));
  });
  const rows = await tx
    .select({ id, kind, userId, currency })
    .from(ledgerAccounts)
    .where(or(...named));
  return new Map(rows.map((row) => [`${row.kind} ${row.userId} ${row.currency}`, row.id]));
}

const rowOf = (account: Account) => ({
  kind: account.kind,
  userId: 'userId' in account ? account.userId : null,
  currency: account.currency,
});

const nameOf = (account: Account): string => {
  const { kind, userId, currency } = rowOf(account);
  return `${kind} ${userId} ${currency}`;
};
