/** Whose money it is, and where it is. */
import { and, eq, isNull, or } from 'drizzle-orm';
import type { Queryable, Tx } from '../database/database';
import { ledgerAccounts } from './ledger.tables';

/** A member's money: free to use, or held for something that is under way. */
type MemberAccount = { kind: 'member.available' | 'member.held'; userId: number };
/** The club's side of every booking. */
type ClubAccount = {
  kind:
    | 'club.bank'
    | 'club.payable'
    | 'club.fees'
    | 'club.commission'
    | 'club.plant_sales'
    | 'club.harvest'
    | 'club.adjustment';
};

/** An account by its name; it is opened with its first posting. */
export type Account = (MemberAccount | ClubAccount) & { currency: string };

/** The ids of accounts, in the order asked for; those that do not exist yet are opened. */
export async function openAccounts(tx: Tx, accounts: Account[], now: Date): Promise<number[]> {
  const known = await findIds(tx, accounts);
  const missing = accounts.filter((account) => !known.has(nameOf(account)));
  if (missing.length > 0) {
    const rows = missing.map((account) => ({ ...rowOf(account), createdAt: now }));
    await tx.insert(ledgerAccounts).values(rows).onConflictDoNothing();
    for (const [name, id] of await findIds(tx, missing)) known.set(name, id);
  }
  return accounts.map((account) => known.get(nameOf(account)) as number);
}

/** What a member has in a currency, in minor units; 0 without any booking. */
export async function getBalances(db: Queryable, userId: number, currency: string) {
  const rows = await db
    .select({ kind: ledgerAccounts.kind, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.currency, currency)));
  const of = (kind: MemberAccount['kind']) => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { available: of('member.available'), held: of('member.held') };
}

/** An account with its balance and the number of its postings; null before its first one. */
export async function findAccount(db: Queryable, account: Account) {
  const { kind, userId, currency } = rowOf(account);
  const isOwner = userId === null ? isNull(ledgerAccounts.userId) : eq(ledgerAccounts.userId, userId);
  const [found] = await db
    .select()
    .from(ledgerAccounts)
    .where(and(isOwner, eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.currency, currency)));
  return found ?? null;
}

async function findIds(tx: Tx, accounts: Account[]): Promise<Map<string, number>> {
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
