/** Harvests in any state, written without the commands of the staff, for tests that only read them. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { stages } from '../../contract/growing';
import type { Harvest } from '../../contract/growing-harvests';
import type { Database, Tx } from '../../database/database';
import type { Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { bookEntry } from '../../ledger/ledger';
import { recordTransaction } from '../../wallet/transactions/record';
import { writeStage } from '../growing.testing';
import { openSalesClub } from '../sales/sales.testing';
import { mountHarvests } from './harvests.api';
import { growingHarvestShares, growingHarvests } from './harvests.tables';

/** A club with the calls of sales, orders and harvests. */
export const openHarvestClub = (open: Open) => openSalesClub(open, mountHarvests);

interface Club {
  db: Database;
}
type Row = typeof growingHarvests.$inferSelect;
type Given = Pick<Row, 'grams' | 'revenue' | 'costs'> & Partial<Row>;

/** Costs by their titles, which are the same in both languages. */
export const costsOf = (costs: Record<string, number>) =>
  Object.entries(costs).map(([title, amount]) => ({ title, title_de: `${title} (de)`, amount }));

/** Lets a room grow its next cycle up to a stage, or through all of them. */
export async function grow(
  club: Club,
  roomCode: string,
  cycle: number,
  at: Date,
  from = 0,
  to: number = stages.length,
) {
  for (const stage of stages.slice(from, to)) {
    await writeStage(club, { roomCode, cycle, stage, since: at });
  }
}

/** Records a statement of room B2 and returns its row. Version, reason and staff stand in `given`. */
export async function record(club: Club, staffId: number, at: Date, given: Given): Promise<Row> {
  // A trigger computes the figures that follow from the others.
  const computed = {
    harvestedAt: at,
    weighedAt: at,
    surplus: 0n,
    pool: 0n,
    plants: 0,
    lost: 0,
    members: 0,
    leftover: 0,
  };
  const fixed = { roomCode: 'B2', cycle: 1, version: 1, status: 'recorded' as const, memberShare: 7000 };
  const people = { recordedAt: at, recordedBy: staffId, fourEyesFrom: 10_000_000n };
  const [row] = await club.db
    .insert(growingHarvests)
    .values({ ...fixed, ...computed, ...people, ...given })
    .returning();
  if (!row) throw new Error('The harvest was not written');
  return row;
}

/** Approves a statement: the club owes its members what they are due. */
export const approve = (club: Club, row: Row, staffId: number, at: Date): Promise<void> =>
  transaction(club.db, async (tx) => {
    const shares = await sharesOf(tx, row);
    const due = shares.reduce((sum, share) => sum + (share.due > 0n ? share.due : 0n), 0n);
    const postings = [
      { account: { kind: 'club.harvest' as const, currency: 'EUR' }, amount: -due },
      { account: { kind: 'club.payable' as const, currency: 'EUR' }, amount: due },
    ];
    if (due > 0n) await bookEntry(tx, { kind: 'harvest', key: keyOf(row), postings }, at);
    await tx.update(growingHarvests).set({ status: 'approved', approvedAt: at, approvedBy: staffId }).where(isRow(row));
  });

/** Settles the open shares of a statement, or only those of one member; `owed` is what is deducted from each. */
export async function settle(club: Club, row: Row, at: Date, { userId = 0, owed = 0n } = {}): Promise<void> {
  for (const share of await sharesOf(club.db, row)) {
    if (userId === 0 || share.userId === userId)
      await transaction(club.db, (tx) => settleOne(tx, row, share, owed, at));
  }
}

export const finish = (club: Club, row: Row, at: Date) =>
  club.db.update(growingHarvests).set({ status: 'paid', paidAt: at }).where(isRow(row));

/** Records, approves and pays out. */
export async function pay(club: Club, staffId: number, at: Date, given: Given): Promise<Row> {
  const row = await record(club, staffId, at, given);
  await approve(club, row, staffId, at);
  await settle(club, row, at);
  await finish(club, row, at);
  return row;
}

/** Makes a statement a paid one without any money. No client of the database can do this. */
export const forcePaid = (club: Club, row: Row, staffId: number, at: Date): Promise<void> =>
  transaction(club.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const approval = { approvedAt: at, approvedBy: staffId, paidAt: at };
    await tx
      .update(growingHarvests)
      .set({ status: 'paid', ...approval })
      .where(isRow(row));
  });

async function settleOne(tx: Tx, row: Row, share: typeof growingHarvestShares.$inferSelect, owed: bigint, at: Date) {
  const { userId, due } = share;
  const gain = due > 0n ? due : 0n;
  const withheld = owed < gain ? owed : gain;
  const loss = due < 0n ? due : 0n;
  const currency = 'EUR';
  const postings = [
    { account: { kind: 'member.available' as const, userId, currency }, amount: gain - withheld },
    { account: { kind: 'club.payable' as const, currency }, amount: -gain },
    { account: { kind: 'club.overpaid' as const, currency }, amount: withheld + loss },
    { account: { kind: 'club.harvest' as const, currency }, amount: -loss },
  ].filter(({ amount }) => amount !== 0n);
  const entry = { kind: 'harvest.payout', key: `${keyOf(row)}:${userId}`, postings };
  const reference = { kind: 'harvest', label: `${row.roomCode}-${row.cycle}` };
  const shown = { userId, currency, type: 'harvest_payout' as const, status: 'completed' as const, reference, entry };
  let transactionLabel: string | null = null;
  if (gain > withheld) transactionLabel = (await recordTransaction(tx, shown, at)).label;
  else if (postings.length > 0) await bookEntry(tx, entry, at);
  const isShare = and(isOf(row), eq(growingHarvestShares.userId, userId));
  await tx.update(growingHarvestShares).set({ withheld, transactionLabel, settledAt: at }).where(isShare);
}

const sharesOf = (db: Club['db'] | Tx, row: Row) =>
  db
    .select()
    .from(growingHarvestShares)
    .where(and(isOf(row), isNull(growingHarvestShares.settledAt)));
const keyOf = ({ roomCode, cycle, version }: Row) => `harvest:${roomCode}-${cycle}:${version}`;
export const isRow = ({ roomCode, cycle, version }: Row) =>
  and(eq(growingHarvests.roomCode, roomCode), eq(growingHarvests.cycle, cycle), eq(growingHarvests.version, version));
const isOf = ({ roomCode, cycle, version }: Row) =>
  and(
    eq(growingHarvestShares.roomCode, roomCode),
    eq(growingHarvestShares.cycle, cycle),
    eq(growingHarvestShares.version, version),
  );

const units = (amount: string): bigint => BigInt(amount.replace('.', ''));
/** A decimal in millionths. */
const millionths = (value: string): bigint => {
  const [, whole = '', decimals = ''] = /^(-?\d+)\.(\d+)$/.exec(value) ?? [];
  const rest = BigInt(decimals.padEnd(6, '0'));
  return BigInt(whole) * 1_000_000n + (value.startsWith('-') ? -rest : rest);
};

/** Returns each sum of a statement that does not come out, as a member finds it with a calculator. */
export function faultsOf(harvest: Harvest): string[] {
  const { revenue, costs, surplus, member_share_percent: share, pool_fraction: taken, pool, plants, mine } = harvest;
  const faults: string[] = [];
  const spent = costs.reduce((sum, { amount }) => sum + units(amount), 0n);
  if (units(revenue) - spent !== units(surplus)) faults.push('surplus');
  const shared = plants === 0 || units(surplus) < 0n ? 0n : millionths(surplus) * units(share);
  if (shared - millionths(taken) * 10_000n !== millionths(pool) * 10_000n) faults.push('pool');
  if (plants > 0 && (units(pool) * 100n) / BigInt(plants) !== millionths(harvest.per_plant) / 100n)
    faults.push('plant');
  if (mine) {
    const exact = (units(pool) * 100n * BigInt(mine.plants)) / BigInt(plants);
    if (exact !== millionths(mine.exact) / 100n) faults.push('exact');
    const cent = mine.got_cent ? 10_000n : 0n;
    if (millionths(mine.exact) - millionths(mine.fraction) + cent !== millionths(mine.payout)) faults.push('payout');
    if (millionths(mine.remainder_cents) !== millionths(mine.fraction) * 100n) faults.push('remainder');
  }
  return faults;
}
