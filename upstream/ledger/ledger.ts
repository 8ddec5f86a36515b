/** Double entry (docs/product/wallet.md#ledger): the only way to move money. The database itself enforces the rules. */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { type Account, findAccount, openAccounts } from './accounts';
import { ledgerEntries, ledgerPostings } from './ledger.tables';

export {
  type Account,
  findAccount,
  getBalances,
  getStanding,
  lockClubAccounts,
  memberAccounts,
  type Standing,
  standingIn,
} from './accounts';
export { decimal } from './canonical';
export { verifierKeys } from './checkpoint';
export { type InclusionProof, listInclusionProofs, proveEntry } from './log';
export { hasLostSecret, lostSecret } from './lost-secrets';

export interface NewEntry {
  /** The event, such as `deposit` or `withdrawal.hold`. */
  kind: string;
  /** The cause of the entry. The same key books only once, however often it is requested. */
  key: string;
  /** At least two, with the sum 0 in each currency. Minor units; positive: the account's balance rises. */
  postings: { account: Account; amount: bigint }[];
}

/** A member has less money than the entry would take. */
export class InsufficientFunds extends Error {
  override name = 'InsufficientFunds';
}

/**
 * Books an entry inside the transaction of its cause.
 * @returns the entry's id, and whether this call booked it (`isNew`) or an earlier one with the same key
 * @throws InsufficientFunds if a member's available or held money would fall below 0; the transaction is then aborted
 */
export async function bookEntry(tx: Tx, entry: NewEntry, now: Date): Promise<{ id: number; isNew: boolean }> {
  const { kind, key } = entry;
  const [booked] = await tx
    .insert(ledgerEntries)
    .values({ kind, key, bookedAt: now, salt: randomBytes(32), postings: entry.postings.length })
    .onConflictDoNothing({ target: ledgerEntries.key })
    .returning({ id: ledgerEntries.id });
  if (!booked) return { id: await getEntryId(tx, key), isNew: false };
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
  // Everybody locks in the same order. Two entries over the same accounts then wait for each other instead of
  // deadlocking.
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

/** Returns the posting of an entry on an account with its position there, or null if the entry has none there. */
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

async function getEntryId(tx: Tx, key: string): Promise<number> {
  const [found] = await tx.select({ id: ledgerEntries.id }).from(ledgerEntries).where(eq(ledgerEntries.key, key));
  if (!found) throw new Error('An entry with this key was rolled back meanwhile');
  return found.id;
}
