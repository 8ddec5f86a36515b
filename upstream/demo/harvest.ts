/** Time runs fast in a house of the demo club, until its harvest is paid. */
import { and, asc, eq, isNull, max, ne, sql } from 'drizzle-orm';
import { CommandFailed } from '../club/command';
import { stages } from '../contract/growing';
import type { Deps } from '../deps';
import { followingStage } from '../growing/growing';
import { growingHarvests } from '../growing/harvests/harvests.tables';
import { growingPlants } from '../growing/plants/plants.tables';
import { growingRooms } from '../growing/rooms/rooms.tables';
import { growingSales } from '../growing/sales/sales.tables';
import { Conflict } from '../http/problems';
import type { Caller } from '../members/caller';
import { textsIn } from './acts.texts';
import type { Deed } from './diary';
import type { Staff } from './staff';

interface Harvesting {
  deps: Deps;
  staff: Staff;
  member: { id: number };
  caller: Caller;
}

/**
 * Brings a house of the member through its stages. Greta records what it brought, Holger approves it, and the server
 * pays everybody with plants there. The house that is nearest to its harvest comes first.
 * @throws Conflict if no house can be harvested
 */
export async function payHarvest({ deps, staff, member, caller }: Harvesting): Promise<Deed> {
  for (const { code, cycle } of await listRooms(deps, member.id)) {
    if (!(await hasRested(deps, staff, code, cycle))) continue;
    const id = `${code}-${cycle}`;
    await staff('greta', 'harvest record', { room: code, cycle: String(cycle), ...(await measure(deps, code, cycle)) });
    await staff('holger', 'harvest approve', { id });
    return { what: 'harvest', name: id, path: `/growing/harvest/${id}` };
  }
  throw new Conflict('no_plants', textsIn(caller.language).noPlants);
}

/** Returns the houses with plants of the member in the cycle that is harvested next. */
async function listRooms({ db }: Deps, userId: number): Promise<{ code: string; cycle: number }[]> {
  const rooms = await db.select().from(growingRooms).orderBy(asc(growingRooms.code));
  const found: { code: string; cycle: number; stepsLeft: number }[] = [];
  for (const { code, cycle, stage } of rooms) {
    const isOver = stage === 'resting' && (await isRecorded(db, code, cycle));
    const next = stage === null || isOver ? cycle + 1 : cycle;
    const stepsLeft = next === cycle && stage ? stages.length - stages.indexOf(stage) : stages.length + 1;
    const { roomCode, userId: owner, returnedAt, firstCycle, lastCycle } = growingPlants;
    const grows = sql`${next} between ${firstCycle} and ${lastCycle}`;
    const plants = await db.$count(
      growingPlants,
      and(eq(roomCode, code), eq(owner, userId), isNull(returnedAt), grows),
    );
    if (plants > 0) found.push({ code, cycle: next, stepsLeft });
  }
  return found.sort((one, other) => one.stepsLeft - other.stepsLeft);
}

const isRecorded = async (db: Deps['db'], room: string, harvested: number): Promise<boolean> => {
  const { roomCode, cycle, status } = growingHarvests;
  const isStanding = and(eq(roomCode, room), eq(cycle, harvested), ne(status, 'discarded'));
  return (await db.$count(growingHarvests, isStanding)) > 0;
};

/** Takes the stages that are left. Returns false for a house whose next cycle may not begin yet. */
async function hasRested({ db }: Deps, staff: Staff, code: string, cycle: number): Promise<boolean> {
  for (let steps = 0; steps <= stages.length; steps++) {
    const [room] = await db.select().from(growingRooms).where(eq(growingRooms.code, code));
    if (!room || (room.cycle === cycle && room.stage === 'resting')) return room !== undefined;
    const { stage } = followingStage(room);
    try {
      await staff('greta', 'plants stage', { room: code, stage });
    } catch (error) {
      if (error instanceof CommandFailed && stage === 'seedling') return false;
      throw error;
    }
  }
  return false;
}

/** Figures as a good cycle of the demo's past has them. The share is the largest that a sale promised. */
async function measure({ db }: Deps, code: string, cycle: number) {
  const { rows } = await db.execute<{ plants: number }>(
    sql`select count(*)::int as plants from growing_harvested(${code}, ${cycle})`,
  );
  const [promised] = await db
    .select({ share: max(growingSales.memberShare) })
    .from(growingSales)
    .where(eq(growingSales.roomCode, code));
  const plants = rows[0]?.plants ?? 0;
  const grams = plants * 98;
  return {
    grams: String(grams),
    revenue: (grams * 2.62).toFixed(2),
    cost: [`Arbeit und Strom|Work and power=${(plants * 120).toFixed(2)}`],
    share: ((promised?.share ?? 7000) / 100).toFixed(2),
  };
}
