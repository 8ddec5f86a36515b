/** Rooms with weighed plants and the steps of their harvests, for tests. */
import { asc, eq } from 'drizzle-orm';
import { stages } from '../../contract/growing';
import type { TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { findAccount, getBalances } from '../../ledger/ledger';
import { verifyLedger } from '../../ledger/verify';
import { notifications } from '../../notifications/notifications.tables';
import { listWalletFaults } from '../../wallet/verify-wallet';
import { aMember, pastTriggers } from '../../wallet/wallet.testing';
import { aSale, writeStage } from '../growing.testing';
import { growingHoldings, growingPlants, growingStock } from '../plants/plants.tables';
import { growingPurchases, growingSales } from '../sales/sales.tables';
import type { HarvestVersion } from './harvest-id';
import { approveHarvest, type HarvestRow, type HarvestTerms, lockHarvest, ofVersion, recordHarvest } from './harvests';
import { growingHarvestShares, growingOverpaid } from './harvests.tables';
import { settleBatch } from './payout';
import { listGrowingFaults } from './verify-harvests';

const dayMs = 24 * 60 * 60_000;
const weighed = new Date('2026-11-18T10:00:00Z');
export const now = new Date('2026-11-20T10:00:00Z');

/**
 * Opens a room whose first `cycles` cycles are weighed.
 * @param plants the owner of each plant, in the order of their numbers; they grow in the cycles 1 to `last`
 */
export async function aWeighedRoom(
  club: TestDatabase,
  plants: number[],
  { code = 'H2', cycles = 1, share = 7000, last = 50 } = {},
): Promise<string> {
  const begun = new Date(weighed.getTime() - 400 * dayMs);
  const sale = await aSale(club, begun, {
    ...{ roomCode: code, cycles: 50, memberShare: share, total: Math.max(50, plants.length) },
  });
  await plantAll(club, { roomCode: code, saleLabel: sale, purchasedAt: begun, lastCycle: last }, plants);
  for (let cycle = 1; cycle <= cycles; cycle++) await growCycle(club, code, cycle);
  return sale;
}

/** Plants without orders, which would need their payments. */
const plantAll = (
  club: TestDatabase,
  terms: Pick<typeof growingPlants.$inferInsert, 'roomCode' | 'saleLabel' | 'purchasedAt' | 'lastCycle'>,
  plants: number[],
) =>
  pastTriggers(club, async (tx) => {
    const { roomCode, lastCycle } = terms;
    const cycles = { firstCycle: 1, lastCycle };
    const rows = plants.map((userId, at) => ({
      ...{ ...terms, ...cycles, userId },
      ...{ position: at + 1, orderLabel: `OR-TEST-${roomCode}-${at}` },
    }));
    if (rows.length === 0) return;
    await tx.insert(growingPlants).values(rows);
    await tx.insert(growingPurchases).values(
      rows.map(({ orderLabel, saleLabel, userId, purchasedAt: at }) => ({
        ...{ orderLabel, saleLabel, userId, quantity: 1, state: 'sold' as const, createdAt: at, changedAt: at },
      })),
    );
    await tx.update(growingSales).set({ sold: rows.length }).where(eq(growingSales.label, terms.saleLabel));
    await tx.insert(growingStock).values({ roomCode, ...cycles, plants: rows.length });
    for (const userId of new Set(plants)) {
      const own = plants.filter((owner) => owner === userId).length;
      await tx.insert(growingHoldings).values({ userId, roomCode, ...cycles, plants: own });
    }
  });

async function growCycle({ db }: TestDatabase, roomCode: string, cycle: number): Promise<void> {
  for (const stage of stages) await beginStage({ db }, roomCode, cycle, stage);
}

export const beginStage = (
  { db }: Pick<TestDatabase, 'db'>,
  roomCode: string,
  cycle: number,
  stage: (typeof stages)[number],
) => writeStage({ db }, { roomCode, cycle, stage, since: weighed });

/** Adds members. */
export async function members(club: TestDatabase, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at++) ids.push(await aMember(club));
  return ids;
}

/** Records a harvest of 1000.00 with costs of 400.00 and 70 % for the members, unless told otherwise. */
export const record = ({ db }: TestDatabase, staffId: number, terms: Partial<HarvestTerms> = {}): Promise<HarvestRow> =>
  transaction(db, (tx) => recordHarvest(tx, { ...usual, ...terms }, staffId, now));

const usual: HarvestTerms = {
  ...{ roomCode: 'H2', cycle: 1, grams: 12_400, revenue: 100_000n, memberShare: 7000 },
  costs: [{ title: 'Power', title_de: 'Strom', amount: 40_000 }],
};

export const approve = (club: TestDatabase, harvest: HarvestVersion, staffId: number) =>
  transaction(club.db, async (tx) => approveHarvest(tx, club, await lockHarvest(tx, harvest), staffId, now));

/** Settles every share that is open. */
export async function payOut(club: TestDatabase, harvest: HarvestVersion): Promise<void> {
  while (!(await settleBatch(club, harvest, now)));
}

/** Records, approves and pays a harvest. */
export async function harvested(
  club: TestDatabase,
  [recorder, approver]: [number, number],
  terms: Partial<HarvestTerms> = {},
): Promise<HarvestRow> {
  const harvest = await record(club, recorder, terms);
  await approve(club, harvest, approver);
  await payOut(club, harvest);
  return harvest;
}

export const sharesOf = ({ db }: TestDatabase, harvest: HarvestVersion) =>
  db.select().from(growingHarvestShares).where(ofVersion(harvest)).orderBy(asc(growingHarvestShares.userId));

export const listFaults = async (club: TestDatabase): Promise<string[]> =>
  (await verifyLedger(club, [listWalletFaults, listGrowingFaults])).faults;

/** Two members of staff. */
export const staff = async (club: TestDatabase): Promise<[number, number]> => [
  (await aStaffMember(club)).id,
  (await aStaffMember(club)).id,
];
export const available = async (club: TestDatabase, userId: number) =>
  (await getBalances(club.db, userId, 'EUR')).available;
export const balanceOf = async (club: TestDatabase, kind: 'club.payable' | 'club.harvest' | 'club.overpaid') =>
  (await findAccount(club.db, { kind, currency: 'EUR' }))?.balance ?? 0n;
export const owedBy = async (club: TestDatabase, userId: number) =>
  (await club.db.select().from(growingOverpaid).where(eq(growingOverpaid.userId, userId)))[0]?.amount ?? 0n;
/** The notifications of a member: type, title and text. */
export const told = async (club: TestDatabase, userId: number) =>
  (await club.db.select().from(notifications).where(eq(notifications.userId, userId)))
    .map(({ type, title, description }) => [type, title.en, description.en])
    .sort((a, b) => String(a).localeCompare(String(b)));
