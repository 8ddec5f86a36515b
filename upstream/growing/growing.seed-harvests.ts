/** The harvests of the demo club. Two of the staff settle each, and one is corrected. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { bookEntry } from '../ledger/ledger';
import { users } from '../members/members.tables';
import { recordTransaction } from '../wallet/wallet';
import { beginOf, beginsOn, type DemoRoom, days, rooms } from './growing.seed-calendar';
import { approvalKey, harvestId, shareKey } from './harvests/harvest-id';
import {
  findHarvest,
  type HarvestRow,
  type HarvestTerms,
  isVersion,
  ofVersion,
  recordHarvest,
  sumDues,
} from './harvests/harvests';
import { growingHarvestShares, growingHarvests, type HarvestCost } from './harvests/harvests.tables';
import type { ShareRow } from './harvests/settle';

interface Staff {
  recorder: number;
  approver: number;
}

/** The harvest that is corrected: the laboratory had sent its bill twice. */
const corrected = { room: 'H1', cycle: 5 };

export async function listHarvestActs(tx: Tx, now: Date) {
  const staff = await getStaff(tx);
  const settle = (room: DemoRoom, cycle: number) => {
    const weighedAt = days(beginOf(room, cycle, now), beginsOn.resting);
    const first = { at: days(weighedAt, 9), act: () => settleHarvest(tx, { room, cycle, weighedAt }, staff) };
    if (room.code !== corrected.room || cycle !== corrected.cycle) return [first];
    return [first, { at: days(weighedAt, 19), act: () => correctHarvest(tx, { room, cycle, weighedAt }, staff) }];
  };
  const cycles = (room: DemoRoom) => Array.from({ length: room.cycle }, (_, index) => index + 1);
  return rooms.flatMap((room) => cycles(room).flatMap((cycle) => settle(room, cycle))).filter(({ at }) => at < now);
}

async function getStaff(tx: Tx): Promise<Staff> {
  const emails = ['greta@example.org', 'holger@example.org'];
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, emails))
    .orderBy(asc(users.email));
  const [recorder, approver] = rows.map(({ id }) => id);
  if (!recorder || !approver) throw new Error('The staff were not written');
  return { recorder, approver };
}

interface Weighed {
  room: DemoRoom;
  cycle: number;
  weighedAt: Date;
}

async function settleHarvest(tx: Tx, { room, cycle, weighedAt }: Weighed, staff: Staff): Promise<void> {
  const plants = await countPlants(tx, room.code, cycle);
  if (plants === 0) return;
  const terms = { roomCode: room.code, cycle, memberShare: 7000, ...figuresOf(room, cycle, plants) };
  await finishHarvest(tx, terms, staff, days(weighedAt, 6));
}

async function correctHarvest(tx: Tx, { room, cycle, weighedAt }: Weighed, staff: Staff): Promise<void> {
  const first = await findHarvest(tx, { roomCode: room.code, cycle });
  if (!first) return;
  const { roomCode, grams, revenue, memberShare } = first;
  const costs = first.costs.map((cost) =>
    cost.title === laboratory.title ? { ...cost, amount: cost.amount / 2 } : cost,
  );
  const reason = {
    en: 'The laboratory had sent its bill twice. The second one is taken out.',
    de: 'Das Labor hatte seine Rechnung zweimal geschickt. Die zweite ist herausgenommen.',
  };
  const terms = { roomCode, cycle, grams, revenue, costs, memberShare, reason };
  await finishHarvest(tx, terms, staff, days(weighedAt, 16));
}

const countPlants = async (tx: Tx, roomCode: string, cycle: number): Promise<number> => {
  const { rows } = await tx.execute<{ plants: number }>(
    sql`select count(*)::int as plants from growing_harvested(${roomCode}, ${cycle})`,
  );
  return rows[0]?.plants ?? 0;
};

const laboratory = { title: 'Laboratory and release', title_de: 'Labor und Freigabe' };

/** Grams and money of a cycle. Each cycle has other figures, the same in every club. */
function figuresOf({ code, cycle: running }: DemoRoom, cycle: number, plants: number) {
  const luck = ((cycle * 7919 + code.charCodeAt(1) * 104_729) % 31) - 15;
  const grams = Math.round(plants * (96 + luck * 0.8));
  const perPlant = (title: string, title_de: string, cents: number): HarvestCost => ({
    ...{ title, title_de },
    amount: Math.round(plants * cents + ((cycle * 613 + running) % 97)),
  });
  const costs = [
    perPlant('Work: care, harvest, trimming', 'Arbeit: Pflege, Ernte, Schnitt', 6_810),
    perPlant('Power and climate', 'Strom und Klima', 4_325),
    perPlant('Soil, fertiliser, water', 'Substrat, Dünger, Wasser', 1_640),
    perPlant('Packaging and transport', 'Verpackung und Fahrten', 1_130),
    { ...laboratory, amount: 2 * Math.round(plants * (cycle === corrected.cycle ? 890 : 440)) },
  ];
  return { grams, revenue: BigInt(grams * 262), costs };
}

async function finishHarvest(
  tx: Tx,
  terms: HarvestTerms,
  { recorder, approver: approvedBy }: Staff,
  recordedAt: Date,
): Promise<void> {
  const harvest = await recordHarvest(tx, terms, recorder, recordedAt);
  const [approvedAt, paidAt] = [days(recordedAt, 1), days(recordedAt, 3)];
  const step = (set: Partial<HarvestRow>) => tx.update(growingHarvests).set(set).where(isVersion(harvest));
  await bookApproval(tx, harvest, approvedAt);
  await step({ status: 'approved', approvedAt, approvedBy });
  const shares = await tx
    .select()
    .from(growingHarvestShares)
    .where(ofVersion(harvest))
    .orderBy(asc(growingHarvestShares.userId));
  for (const share of shares) await settleShare(tx, harvest, share, paidAt);
  await step({ status: 'paid', paidAt });
}

async function bookApproval(tx: Tx, harvest: HarvestRow, at: Date): Promise<void> {
  const { more: due } = await sumDues(tx, harvest);
  const postings = [
    { account: { kind: 'club.harvest' as const, currency: 'EUR' }, amount: -due },
    { account: { kind: 'club.payable' as const, currency: 'EUR' }, amount: due },
  ];
  if (due > 0n) await bookEntry(tx, { kind: 'harvest.approval', key: approvalKey(harvest), postings }, at);
}

/** As the payout does it, but nobody is told. */
async function settleShare(tx: Tx, harvest: HarvestRow, { userId, due }: ShareRow, settledAt: Date): Promise<void> {
  if (due < 0n) throw new Error('Nobody of the demo club was paid too much');
  const postings = [
    { account: { kind: 'club.payable' as const, currency: 'EUR' }, amount: -due },
    { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount: due },
  ];
  const booked = due > 0n && {
    ...{ userId, currency: 'EUR', type: 'harvest_payout' as const, status: 'completed' as const },
    reference: { kind: 'harvest', label: harvestId(harvest) },
    entry: { kind: 'harvest_payout', key: shareKey(harvest, userId), postings },
  };
  const label = booked ? (await recordTransaction(tx, booked, settledAt)).label : null;
  await tx
    .update(growingHarvestShares)
    .set({ settledAt, transactionLabel: label })
    .where(and(ofVersion(harvest), eq(growingHarvestShares.userId, userId)));
}
