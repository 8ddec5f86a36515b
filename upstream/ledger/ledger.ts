/** Double entry (docs/product/wallet.md#ledger): the only way to move money. The database itself enforces the rules. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { type Account, openAccounts } from './accounts';
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

/** A posting as it was booked. */
interface Posting {
  accountId: number;
  /** Within the account, from 1. */
  position: number;
  /** Minor units, like the balance. */
  amount: bigint;
  balanceAfter: bigint;
}

/**
 * A booked entry; `id` is that of the entry. With `isNew` this call booked it, and `postings` has the order of
 * `NewEntry.postings`. Otherwise an earlier call booked it with the same key.
 */
type Booked = { id: number; isNew: true; postings: Posting[] } | { id: number; isNew: false };

/**
 * Books an entry inside the transaction of its cause.
 * @throws InsufficientFunds if a member's available or held money would fall below 0; the transaction is then aborted
 */
export async function bookEntry(tx: Tx, entry: NewEntry, now: Date): Promise<Booked> {
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
  const rows = entry.postings.map(({ amount }, at) => ({ entryId: booked.id, accountId: ids[at] as number, amount }));
  const postings = await insertPostings(tx, rows);
  // RETURNING promises no order. Each row takes a returned posting with its account and amount.
  const inOrder = rows.map(({ accountId, amount }) => {
    const at = postings.findIndex((posting) => posting.accountId === accountId && posting.amount === amount);
    const [posting] = at < 0 ? [] : postings.splice(at, 1);
    if (!posting) throw new Error('A posting was booked otherwise than asked');
    return posting;
  });
  return { id: booked.id, isNew: true, postings: inOrder };
}

async function insertPostings(tx: Tx, rows: (typeof ledgerPostings.$inferInsert)[]): Promise<Posting[]> {
  const { accountId, position, amount, balanceAfter } = ledgerPostings;
  try {
    // Each posting locks its account, so every entry books in the order of account ids. Of two entries over the same
    // accounts, one waits for the other, and they never deadlock.
    return await tx
      .insert(ledgerPostings)
      .values(rows.toSorted((a, b) => a.accountId - b.accountId))
      .returning({ accountId, position, amount, balanceAfter });
  } catch (error) {
    const failure = findFailure(error);
    if (failure?.code === '23514' && failure.constraint === 'ledger_accounts_not_overdrawn')
      throw new InsufficientFunds();
    throw error;
  }
}

async function getEntryId(tx: Tx, key: string): Promise<number> {
  const [found] = await tx.select({ id: ledgerEntries.id }).from(ledgerEntries).where(eq(ledgerEntries.key, key));
  if (!found) throw new Error('An entry with this key was rolled back meanwhile');
  return found.id;
}
