/**
 * Pays an approved harvest out, some members in each transaction. A transaction that ends early leaves nothing behind,
 * and a share is settled once, so the payout may be interrupted, resumed, and run twice.
 */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Job } from '../../jobs/jobs';
import { lockClubAccounts } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import type { UserRow } from '../../members/users';
import { lockBank } from '../../wallet/wallet';
import { growingRooms } from '../rooms/rooms.tables';
import type { HarvestVersion } from './harvest-id';
import { enqueuePayout, type HarvestRow, isVersion, lockHarvest, ofVersion } from './harvests';
import { growingHarvestShares, growingHarvests, growingOverpaid } from './harvests.tables';
import { type ShareRow, settleShare } from './settle';

const sharesInBatch = 50;
/** A job is shorter than its expiry, so that a killed one is soon taken up again. */
const batchesInJob = 10;

/** Returns the worker of the queue `harvest-payout`. */
export function createPayouts(deps: Deps): (job: Job<'harvest-payout'>) => Promise<void> {
  return async ({ data: { room, cycle, version } }) => {
    const harvest = { roomCode: room, cycle, version };
    for (let batch = 1; batch <= batchesInJob; batch++) {
      if (await settleBatch(deps, harvest, new Date(), { thenEnqueue: batch === batchesInJob })) return;
    }
  };
}

/** Queues every payout that is not finished, for the start of a server. A second job for one of them does no harm. */
export const resumePayouts = ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> =>
  transaction(db, async (tx) => {
    const unfinished = await tx.select().from(growingHarvests).where(eq(growingHarvests.status, 'approved'));
    for (const harvest of unfinished) await enqueuePayout(tx, { jobs }, harvest);
  });

/**
 * Settles the next shares in one transaction, in the order of the members' numbers. With the last one the harvest is
 * paid.
 * @returns whether nothing is left to do
 */
export function settleBatch(
  deps: Deps,
  version: HarvestVersion,
  now: Date,
  { thenEnqueue = false } = {},
): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    // An import of the bank's statement locks several members too, in the order of the payments.
    await lockBank(tx);
    const harvest = await lockHarvest(tx, version);
    if (harvest.status !== 'approved') return true;
    const shares = await listOpenShares(tx, version);
    await settleAll(tx, deps, { harvest, shares }, now);
    if (shares.length === sharesInBatch) {
      if (thenEnqueue) await enqueuePayout(tx, deps, version);
      return false;
    }
    await tx.update(growingHarvests).set({ status: 'paid', paidAt: now }).where(isVersion(version));
    return true;
  });
}

const listOpenShares = (tx: Tx, version: HarvestVersion): Promise<ShareRow[]> =>
  tx
    .select()
    .from(growingHarvestShares)
    .where(and(ofVersion(version), isNull(growingHarvestShares.settledAt)))
    .orderBy(asc(growingHarvestShares.userId))
    .limit(sharesInBatch);

async function settleAll(
  tx: Tx,
  deps: Deps,
  { harvest, shares }: { harvest: HarvestRow; shares: ShareRow[] },
  now: Date,
): Promise<void> {
  const ids = shares.map(({ userId }) => userId);
  if (ids.length === 0) return;
  const members = await lockMembers(tx, ids);
  // The entries of a batch use them in different orders, so two payouts could wait for each other.
  await lockClubAccounts(tx, ['club.harvest', 'club.payable', 'club.overpaid']);
  const owed = await readOverpaid(tx, ids, harvest.currency);
  const [room] = await tx.select().from(growingRooms).where(eq(growingRooms.code, harvest.roomCode));
  if (!room) throw new Error('A harvest has its room');
  for (const share of shares) {
    const member = members.get(share.userId) as UserRow;
    await settleShare(tx, deps, { harvest, room, share, member, owed: owed.get(share.userId) ?? 0n }, now);
  }
}

/** All at once and in order, before anything is booked, as every act of the wallet locks its member first. */
async function lockMembers(tx: Tx, ids: number[]): Promise<Map<number, UserRow>> {
  const rows = await tx.select().from(users).where(inArray(users.id, ids)).orderBy(asc(users.id)).for('no key update');
  return new Map(rows.map((member) => [member.id, member]));
}

async function readOverpaid(tx: Tx, ids: number[], currency: string): Promise<Map<number, bigint>> {
  const { userId, amount } = growingOverpaid;
  const rows = await tx
    .select({ userId, amount })
    .from(growingOverpaid)
    .where(and(inArray(userId, ids), eq(growingOverpaid.currency, currency), sql`${amount} > 0`));
  return new Map(rows.map((row) => [row.userId, row.amount]));
}
