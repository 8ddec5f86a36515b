/** The life of a statement: recorded, then approved or discarded. Triggers compute it and guard its steps. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { bookEntry } from '../../ledger/ledger';
import { walletConfig } from '../../wallet/wallet';
import { approvalKey, type HarvestVersion } from './harvest-id';
import { growingHarvestShares, growingHarvests, type HarvestCost } from './harvests.tables';

export type HarvestRow = typeof growingHarvests.$inferSelect;

/** What staff measured and decided. */
export interface HarvestTerms {
  roomCode: string;
  cycle: number;
  grams: number;
  /** Minor units. */
  revenue: bigint;
  costs: HarvestCost[];
  /** In hundredths of a percent. */
  memberShare: number;
  /** Why it corrects the paid version. */
  reason?: { en: string; de: string };
}

/** Writes the next version of a statement with the members' shares. It moves no money. */
export async function recordHarvest(tx: Tx, terms: HarvestTerms, staffId: number, now: Date): Promise<HarvestRow> {
  const { reason, ...given } = terms;
  const newest = await findHarvest(tx, terms);
  const [recorded] = await tx
    .insert(growingHarvests)
    .values({
      ...given,
      version: (newest?.version ?? 0) + 1,
      status: 'recorded',
      reason: reason?.en ?? null,
      reasonDe: reason?.de ?? null,
      fourEyesFrom: walletConfig.withdrawal.four_eyes_from,
      recordedAt: now,
      recordedBy: staffId,
      ...computed,
    })
    .returning();
  return recorded as HarvestRow;
}

/** The trigger overwrites them. */
const computed = {
  ...{ harvestedAt: new Date(0), weighedAt: new Date(0), surplus: 0n, pool: 0n },
  ...{ plants: 0, lost: 0, members: 0, leftover: 0 },
};

/** Returns a version of the statement, the newest without `version`, or null. `where` narrows the newest down. */
export async function findHarvest(
  db: Queryable,
  { roomCode, cycle, version }: { roomCode: string; cycle: number; version?: number | null },
  where?: SQL,
): Promise<HarvestRow | null> {
  const isHarvest = and(eq(growingHarvests.roomCode, roomCode), eq(growingHarvests.cycle, cycle), where);
  const [found] = await db
    .select()
    .from(growingHarvests)
    .where(version ? and(isHarvest, eq(growingHarvests.version, version)) : isHarvest)
    .orderBy(desc(growingHarvests.version))
    .limit(1);
  return found ?? null;
}

/** Returns the version that was paid last, or null. */
export const findPaid = (db: Queryable, harvest: Pick<HarvestVersion, 'roomCode' | 'cycle'>) =>
  findHarvest(db, { roomCode: harvest.roomCode, cycle: harvest.cycle }, sql`${growingHarvests.status} = 'paid'`);

/** Locks a version. Its steps and its payout wait for each other. */
export async function lockHarvest(tx: Tx, harvest: HarvestVersion): Promise<HarvestRow> {
  const [locked] = await tx.select().from(growingHarvests).where(isVersion(harvest)).for('no key update');
  if (!locked) throw new Error('There is no such version of a harvest');
  return locked;
}

/** Approves a recorded version: the club owes its members what is due, and the job queue pays it out. */
export async function approveHarvest(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  harvest: HarvestRow,
  staffId: number,
  now: Date,
): Promise<void> {
  await tx
    .update(growingHarvests)
    .set({ status: 'approved', approvedAt: now, approvedBy: staffId })
    .where(isVersion(harvest));
  const { currency } = harvest;
  const { more: due } = await sumDues(tx, harvest);
  if (due > 0n) {
    const postings = [
      { account: { kind: 'club.harvest' as const, currency }, amount: -due },
      { account: { kind: 'club.payable' as const, currency }, amount: due },
    ];
    await bookEntry(tx, { kind: 'harvest.approval', key: approvalKey(harvest), postings }, now);
  }
  await enqueuePayout(tx, deps, harvest);
}

export const enqueuePayout = (
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { roomCode: room, cycle, version }: HarvestVersion,
) => jobs.enqueue(tx, 'harvest-payout', { room, cycle, version });

/** Discards a recorded version, as if it had never been. */
export async function discardHarvest(tx: Tx, harvest: HarvestVersion, staffId: number, now: Date): Promise<void> {
  const step = { status: 'discarded' as const, discardedAt: now, discardedBy: staffId };
  await tx.update(growingHarvests).set(step).where(isVersion(harvest));
}

/** Sums what a version changes: for how many members, and by how much. */
export async function sumDues(tx: Tx, harvest: HarvestVersion) {
  const { due } = growingHarvestShares;
  const [sums] = await tx
    .select({
      more: sql<string>`coalesce(sum(${due}) filter (where ${due} > 0), 0)::text`,
      less: sql<string>`coalesce(-sum(${due}) filter (where ${due} < 0), 0)::text`,
      gaining: sql<number>`(count(*) filter (where ${due} > 0))::int`,
      losing: sql<number>`(count(*) filter (where ${due} < 0))::int`,
      same: sql<number>`(count(*) filter (where ${due} = 0))::int`,
    })
    .from(growingHarvestShares)
    .where(ofVersion(harvest));
  if (!sums) throw new Error('A sum has one row');
  return { ...sums, more: BigInt(sums.more), less: BigInt(sums.less) };
}

export const isVersion = ({ roomCode, cycle, version }: HarvestVersion) =>
  and(eq(growingHarvests.roomCode, roomCode), eq(growingHarvests.cycle, cycle), eq(growingHarvests.version, version));

export const ofVersion = ({ roomCode, cycle, version }: HarvestVersion) =>
  and(
    eq(growingHarvestShares.roomCode, roomCode),
    eq(growingHarvestShares.cycle, cycle),
    eq(growingHarvestShares.version, version),
  );
