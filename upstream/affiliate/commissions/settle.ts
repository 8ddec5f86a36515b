/**
 * Moves the money of commissions: pays those that have matured, and takes back what was reversed. Each transaction
 * settles one member under the member's lock, so it may be interrupted, repeated, and run by two servers at once.
 */
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import { describeFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { bookEntry, getStanding, type NewEntry } from '../../ledger/ledger';
import { lockUser } from '../../members/users';
import { createNotification, type NewNotification } from '../../notifications/notifications';
import { recordTransaction } from '../../wallet/wallet';
import { noticeOfPayment, noticeOfReversal } from './commissions.notices';
import { affiliateSetOffs, affiliateCommissions as c } from './commissions.tables';

export type CommissionRow = typeof c.$inferSelect;

/** A transaction is short, so that the member does not wait. The rest comes with the next one. */
const inBatch = 50;

/** Settles everything that is due. The failure of one member does not stop the others. */
export async function settleCommissions(deps: Deps, now: Date): Promise<void> {
  for (const userId of await listDueMembers(deps.db, now)) {
    try {
      while (await settleMember(deps, userId, now));
    } catch (error) {
      deps.log.error({ userId, ...describeFailure(error) }, 'the commissions of a member could not be settled');
    }
  }
}

/** Returns the members with something to settle, in the order of their ids. */
export async function listDueMembers(db: Queryable, now: Date): Promise<number[]> {
  const due = db.select({ userId: c.userId }).from(c).where(isDue(now));
  const reversed = db.select({ userId: c.userId }).from(c).where(isUnsettled);
  return (await due.union(reversed)).map(({ userId }) => userId).sort((a, b) => a - b);
}

/** What a refund has locked comes with the next run. A job that never waits for a refund cannot deadlock with one. */
const isFree = { skipLocked: true } as const;

const isDue = (now: Date) => and(eq(c.status, 'pending'), lte(c.maturesAt, now));
const isUnsettled = and(eq(c.status, 'reversed'), isNull(c.settledAt));

/** Settles the next commissions of a member, and tells the member. Returns whether there may be more. */
export const settleMember = (deps: Deps, userId: number, now: Date): Promise<boolean> =>
  transaction(deps.db, (tx) =>
    settleNext(tx, (notice) => createNotification({ ...deps, db: tx }, notice), userId, now),
  );

type Tell = (notice: NewNotification) => Promise<unknown>;

/** Settles the next commissions of a member, reversals first. Returns whether there may be more. */
export async function settleNext(tx: Tx, tell: Tell, userId: number, now: Date): Promise<boolean> {
  const { deletedAt } = await lockUser(tx, userId);
  const hasLeft = deletedAt !== null;
  const reversed = await tx
    .select()
    .from(c)
    .where(and(eq(c.userId, userId), isUnsettled))
    .orderBy(asc(c.reversedAt), asc(c.id))
    .limit(inBatch)
    .for('update', isFree);
  for (const row of reversed) await settleReversal(tx, hasLeft ? tellNobody : tell, row, now);
  if (reversed.length === inBatch) return true;
  const due = await tx
    .select()
    .from(c)
    .where(and(eq(c.userId, userId), isDue(now)))
    .orderBy(asc(c.maturesAt), asc(c.id))
    .limit(inBatch)
    .for('update', isFree);
  for (const row of due) await (hasLeft ? lapse(tx, row, now) : pay(tx, tell, row, now));
  return due.length === inBatch;
}

export const tellNobody: Tell = async () => {};

/** Takes the amount from the balance. What the balance cannot bear is owed. */
async function settleReversal(tx: Tx, tell: Tell, row: CommissionRow, now: Date): Promise<void> {
  const { id, userId, amount, currency, paidAt } = row;
  const available = paidAt ? (await getStanding(tx, userId, currency)).available : 0n;
  const taken = smaller(available, amount);
  const owed = paidAt ? amount - taken : 0n;
  const entry = entryOf(row, { step: 'reversed', available: -taken, expense: amount, owed: -owed });
  const reversalLabel = paidAt ? await book(tx, row, entry, now) : null;
  await tx
    .update(c)
    .set({ settledAt: now, taken, owed, reversalLabel })
    .where(and(eq(c.id, id), isUnsettled));
  await tell(noticeOfReversal(row, { taken, owed }, now));
}

/** Pays the amount less what is owed, the oldest first. */
async function pay(tx: Tx, tell: Tell, row: CommissionRow, now: Date): Promise<void> {
  const { id, amount } = row;
  const setOffs = await planSetOffs(tx, row);
  const withheld = setOffs.reduce((sum, setOff) => sum + setOff.amount, 0n);
  const entry = entryOf(row, { step: 'paid', available: amount - withheld, expense: -amount, owed: withheld });
  const transactionLabel = await book(tx, row, entry, now);
  await tx
    .update(c)
    .set({ status: 'paid', paidAt: now, withheld, transactionLabel })
    .where(and(eq(c.id, id), eq(c.status, 'pending')));
  if (setOffs.length > 0) await tx.insert(affiliateSetOffs).values(setOffs);
  await tell(noticeOfPayment(row, withheld, now));
}

async function planSetOffs(tx: Tx, { id, userId, currency, amount }: CommissionRow) {
  const owing = await tx
    .select({ id: c.id, owed: c.owed })
    .from(c)
    .where(and(eq(c.userId, userId), eq(c.currency, currency), gt(c.owed, 0n)))
    .orderBy(asc(c.reversedAt), asc(c.id));
  let left = amount;
  return owing.flatMap(({ id: reversedId, owed }) => {
    const part = smaller(left, owed);
    left -= part;
    return part > 0n ? [{ commissionId: id, reversedId, amount: part }] : [];
  });
}

/** A purchase may have seen the member just before the account was deleted. */
const lapse = (tx: Tx, { id }: CommissionRow, now: Date) =>
  tx
    .update(c)
    .set({ status: 'reversed', reversedAt: now, reason: 'left' })
    .where(and(eq(c.id, id), eq(c.status, 'pending')));

/** Reverses what a member who leaves would have got. Nobody else gets it. */
export const lapsePending = (tx: Tx, userId: number, now: Date) =>
  tx
    .update(c)
    .set({ status: 'reversed', reversedAt: now, reason: 'left' })
    .where(and(eq(c.userId, userId), eq(c.status, 'pending')));

interface Booking {
  step: 'paid' | 'reversed';
  available: bigint;
  expense: bigint;
  owed: bigint;
}

function entryOf({ id, userId, currency }: CommissionRow, { step, available, expense, owed }: Booking): NewEntry {
  const postings = [
    { account: { kind: 'member.available' as const, userId, currency }, amount: available },
    { account: { kind: 'club.commission' as const, currency }, amount: expense },
    { account: { kind: 'club.commission_owed' as const, currency }, amount: owed },
  ].filter(({ amount }) => amount !== 0n);
  return { kind: step === 'paid' ? 'commission' : 'commission_reversal', key: `commission:${id}:${step}`, postings };
}

/** Returns the label of the transaction, or null if no money of the member moves. */
async function book(tx: Tx, row: CommissionRow, entry: NewEntry, now: Date): Promise<string | null> {
  const { id, userId, currency } = row;
  if (!entry.postings.some(({ account }) => account.kind === 'member.available')) {
    await bookEntry(tx, entry, now);
    return null;
  }
  const type = row.status === 'pending' ? ('commission' as const) : ('commission_reversal' as const);
  const reference = { kind: 'commission', label: id };
  return (await recordTransaction(tx, { userId, currency, type, status: 'completed', reference, entry }, now)).label;
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
