/** What happens in a room, for tests of plants and harvests. Times are given, because triggers compare them. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../database/database';
import { transaction } from '../../database/transaction';
import { bookEntry } from '../../ledger/ledger';
import { recordTransaction } from '../../wallet/transactions/record';
import { growingHarvestShares, growingHarvests, type HarvestCost } from '../harvests/harvests.tables';
import { growingLosses } from './plants.tables';

interface InClub {
  db: Database;
}

/** Loses plants in the running cycle. */
export async function lose(
  { db }: InClub,
  { roomCode, cycle, positions }: { roomCode: string; cycle: number; positions: number[] },
  staffId: number,
  at: Date,
): Promise<void> {
  const loss = { roomCode, cycle, lostAt: at, reason: 'Mould', reasonDe: 'Schimmel', staffId };
  await db.insert(growingLosses).values(positions.map((position) => ({ ...loss, position })));
}

type Figures = Pick<typeof growingHarvests.$inferInsert, 'roomCode' | 'cycle' | 'grams' | 'revenue'>;

/** Records and approves a statement, or a correction with a reason. Half of the surplus goes to the members. */
export async function approveHarvest(
  { db }: InClub,
  { version = 1, reason = null, ...figures }: Figures & { version?: number; reason?: string | null },
  staffId: number,
  at: Date,
): Promise<void> {
  const costs: HarvestCost[] = [];
  const computed = { harvestedAt: at, weighedAt: at, ...{ surplus: 0n, pool: 0n, plants: 0, lost: 0, members: 0 } };
  const terms = { costs, currency: 'EUR', memberShare: 5000, fourEyesFrom: 10n ** 11n, leftover: 0 };
  const row = { ...figures, version, reason, reasonDe: reason, ...terms, ...computed };
  await transaction(db, async (tx) => {
    await tx.insert(growingHarvests).values({ ...row, status: 'recorded', recordedAt: at, recordedBy: staffId });
    const shares = await tx
      .select()
      .from(growingHarvestShares)
      .where(ofStatement({ ...figures, version }));
    const due = shares.reduce((sum, share) => sum + (share.due > 0n ? share.due : 0n), 0n);
    if (due > 0n) {
      const postings = [
        { account: { kind: 'club.harvest' as const, currency: 'EUR' }, amount: -due },
        { account: { kind: 'club.payable' as const, currency: 'EUR' }, amount: due },
      ];
      await bookEntry(tx, { kind: 'harvest', key: keyOf({ ...figures, version }), postings }, at);
    }
    await tx
      .update(growingHarvests)
      .set({ status: 'approved', approvedAt: at, approvedBy: staffId })
      .where(statementOf({ ...figures, version }));
  });
}

type Statement = { roomCode: string; cycle: number; version: number };

/** Settles every share of an approved statement. Nobody may owe anything of earlier ones. */
export async function payHarvest({ db }: InClub, statement: Statement, at: Date): Promise<void> {
  const shares = await db.select().from(growingHarvestShares).where(ofStatement(statement));
  for (const { userId, due } of shares) {
    await transaction(db, async (tx) => {
      const key = `${keyOf(statement)}:${userId}`;
      const label = due > 0n ? await credit(tx, userId, due, { ...statement, key }, at) : null;
      if (due < 0n) {
        const postings = [
          { account: { kind: 'club.overpaid' as const, currency: 'EUR' }, amount: due },
          { account: { kind: 'club.harvest' as const, currency: 'EUR' }, amount: -due },
        ];
        await bookEntry(tx, { kind: 'harvest', key, postings }, at);
      }
      await tx
        .update(growingHarvestShares)
        .set({ settledAt: at, transactionLabel: label })
        .where(and(ofStatement(statement), eq(growingHarvestShares.userId, userId)));
    });
  }
  await db.update(growingHarvests).set({ status: 'paid', paidAt: at }).where(statementOf(statement));
}

type Tx = Parameters<Parameters<typeof transaction>[1]>[0];

async function credit(
  tx: Tx,
  userId: number,
  due: bigint,
  { roomCode, cycle, key }: Statement & { key: string },
  at: Date,
): Promise<string> {
  const postings = [
    { account: { kind: 'club.payable' as const, currency: 'EUR' }, amount: -due },
    { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount: due },
  ];
  const entry = { kind: 'harvest_payout', key, postings };
  const reference = { kind: 'harvest', label: `${roomCode}-${cycle}` };
  const row = { userId, currency: 'EUR', type: 'harvest_payout' as const, status: 'completed' as const, reference };
  return (await recordTransaction(tx, { ...row, entry }, at)).label;
}

const keyOf = ({ roomCode, cycle, version }: Statement) => `harvest:${roomCode}-${cycle}:${version}`;

const statementOf = ({ roomCode, cycle, version }: Statement) =>
  and(eq(growingHarvests.roomCode, roomCode), eq(growingHarvests.cycle, cycle), eq(growingHarvests.version, version));

const ofStatement = ({ roomCode, cycle, version }: Statement) =>
  and(
    eq(growingHarvestShares.roomCode, roomCode),
    eq(growingHarvestShares.cycle, cycle),
    eq(growingHarvestShares.version, version),
  );
