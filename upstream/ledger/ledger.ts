/** Double entry (product/wallet.md, "Ledger"): the one way to move money. The database keeps its promises by itself. */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { type Account, findAccount, openAccounts } from './accounts';
import { ledgerEntries, ledgerPostings } from './ledger.tables';

export { type Account, findAccount, getBalances } from './accounts';
export { decimal } from './canonical';
export { verifierKeys } from './checkpoint';
export { findInclusionProofs, type InclusionProof, proveEntry } from './log';

export interface NewEntry {
  /** What happened, such as `deposit` or `withdrawal.hold`. */
  kind: string;
  /** What caused it: the same key books once, however often it is asked for. */
  key: string;
  /** At least two, and 0 in sum for each currency. Minor units; positive: the account gains. */
  postings: { account: Account; amount: bigint }[];
}

/** A member has less than what would be taken. */
export class InsufficientFunds extends Error {
  override name = 'InsufficientFunds';
}

/**
 * Books an entry inside the transaction of what causes it.
 * @returns its id, and whether this call booked it or an earlier one with the same key
 * @throws InsufficientFunds where a member's available or held money would fall below 0; the transaction is over then
 */
export async function bookEntry(tx: Tx, entry: NewEntry, now: Date): Promise<{ id: number; isNew: boolean }> {
  const [booked] = await tx
    .insert(ledgerEntries)
    .values({ kind: entry.kind, key: entry.key, bookedAt: now, salt: randomBytes(32) })
    .onConflictDoNothing({ target: ledgerEntries.key })
    .returning({ id: ledgerEntries.id });
  if (!booked) return { id: await idOf(tx, entry.key), isNew: false };
  const ids = await openAccounts(
    tx,
    entry.postings.map(({ account }) => account),
    now,
  );
  const postings = entry.postings.map(({ amount }, at) => ({
    entryId: booked.id,
    accountId: ids[at] as number,
    amount,
  }));
  // One order for everybody, so that two entries over the same accounts wait for each other instead of locking.
  postings.sort((a, b) => a.accountId - b.accountId);
  try {
    await tx.insert(ledgerPostings).values(postings);
  } catch (error) {
    const failure = findFailure(error);
    if (failure?.code === '23514' && failure.constraint === 'ledger_accounts_not_overdrawn')
      throw new InsufficientFunds();
    throw error;
  }
  return { id: booked.id, isNew: true };
}

/** What an entry did to an account, with its place there; null where it did nothing. */
export async function findPosting(tx: Tx, entryId: number, account: Account) {
  const { id } = (await findAccount(tx, account)) ?? {};
  if (id === undefined) return null;
  const { accountId, position, amount, balanceAfter } = ledgerPostings;
  const [posting] = await tx
    .select({ accountId, position, amount, balanceAfter })
    .from(ledgerPostings)
    .where(and(eq(ledgerPostings.entryId, entryId), eq(accountId, id)));
  return posting ?? null;
}

async function idOf(tx: Tx, key: string): Promise<number> {
  const [found] = await tx.select({ id: ledgerEntries.id }).from(ledgerEntries).where(eq(ledgerEntries.key, key));
  if (!found) throw new Error('An entry with this key was rolled back meanwhile');
  return found.id;
}
