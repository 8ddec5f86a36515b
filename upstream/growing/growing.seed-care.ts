/** What became of the demo club's plants: losses, and what staff counted. */
import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { users } from '../members/members.tables';
import { beginOf, type DemoRoom, days, rooms } from './growing.seed-calendar';
import { growingLosses, growingPlants } from './plants/plants.tables';
import { growingCounts } from './rooms/rooms.tables';

interface Words {
  reason: string;
  reasonDe: string;
}

/** The day of the cycle, and which plant of those that grow, counted from the first. */
interface Loss extends Words {
  room: string;
  cycle: number;
  day: number;
  plant: number;
}

const mould = {
  reason: 'Grey mould, taken out to protect its neighbours',
  reasonDe: 'Grauschimmel, zum Schutz der Nachbarn entfernt',
};
const broken = {
  reason: 'Stem broken when the trellis was raised',
  reasonDe: 'Stängel beim Hochsetzen des Rankgitters gebrochen',
};
const noRoot = { reason: 'Did not root', reasonDe: 'Nicht angewurzelt' };

const losses: Loss[] = [
  { room: 'H2', cycle: 4, day: 40, plant: 2, ...mould },
  { room: 'H1', cycle: 5, day: 21, plant: 1, ...broken },
  { room: 'H3', cycle: 7, day: 12, plant: 4, ...noRoot },
  { room: 'H1', cycle: 8, day: 26, plant: 3, ...broken },
  { room: 'H2', cycle: 8, day: 14, plant: 11, ...noRoot },
  { room: 'H2', cycle: 8, day: 38, plant: 2, ...mould },
  { room: 'H2', cycle: 8, day: 38, plant: 9, ...mould },
];

/** Days before now, and how many plants stood fewer than the book says. */
const counts: { room: string; daysAgo: number; missing: number; why?: Words }[] = [
  { room: 'H1', daysAgo: 33, missing: 0 },
  { room: 'H2', daysAgo: 6, missing: 0 },
  {
    ...{ room: 'H3', daysAgo: 2, missing: 2 },
    why: {
      reason: 'Two seedlings stand in the infirmary until they have roots.',
      reasonDe: 'Zwei Sämlinge stehen auf der Krankenstation, bis sie Wurzeln haben.',
    },
  },
];

export async function listCare(tx: Tx, now: Date) {
  const staffId = await getStaff(tx);
  const lose = (loss: Loss) => {
    const lostAt = days(beginOf(roomOf(loss.room), loss.cycle, now), loss.day);
    return { at: lostAt, act: () => losePlant(tx, loss, { lostAt, staffId }) };
  };
  const count = (counted: (typeof counts)[number]) => {
    const countedAt = days(now, -counted.daysAgo);
    return { at: countedAt, act: () => countPlants(tx, counted, { countedAt, staffId }) };
  };
  return [...losses.map(lose), ...counts.map(count)];
}

async function getStaff(tx: Tx): Promise<number> {
  const [greta] = await tx.select({ id: users.id }).from(users).where(eq(users.email, 'greta@example.org'));
  if (!greta) throw new Error('Greta was not written');
  return greta.id;
}

const roomOf = (code: string) => rooms.find((room) => room.code === code) as DemoRoom;

const growsIn = (room: string, cycle: number) =>
  and(
    eq(growingPlants.roomCode, room),
    isNull(growingPlants.returnedAt),
    lte(growingPlants.firstCycle, cycle),
    gte(growingPlants.lastCycle, cycle),
  );

async function losePlant(tx: Tx, loss: Loss, { lostAt, staffId }: { lostAt: Date; staffId: number }) {
  const { room: roomCode, cycle, plant, reason, reasonDe } = loss;
  const [row] = await tx
    .select({ position: growingPlants.position })
    .from(growingPlants)
    .where(growsIn(roomCode, cycle))
    .orderBy(growingPlants.position)
    .offset(plant - 1)
    .limit(1);
  if (!row) return;
  const { position } = row;
  await tx.insert(growingLosses).values({ roomCode, cycle, position, lostAt, reason, reasonDe, staffId });
}

async function countPlants(
  tx: Tx,
  { room: roomCode, missing, why }: (typeof counts)[number],
  { countedAt, staffId }: { countedAt: Date; staffId: number },
) {
  const { cycle } = roomOf(roomCode);
  const isLost = sql`exists (select from ${growingLosses} as l where l.room_code = ${growingPlants.roomCode}
    and l.position = ${growingPlants.position} and l.cycle = ${cycle})`;
  const expected = await tx.$count(growingPlants, and(growsIn(roomCode, cycle), sql`not ${isLost}`));
  await tx
    .insert(growingCounts)
    .values({ roomCode, countedAt, standing: expected - missing, expected, ...why, staffId });
}
