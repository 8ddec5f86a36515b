/** Plants that are lost (docs/product/growing.md#plants). Triggers let each of them grow one cycle more. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { noteForMembers } from '../notices/tell-members';
import { GrowingRefused } from '../refused';
import { lockRoom, type RoomRow } from '../rooms/lock-room';
import { type PlantPlace, plantNumber } from './numbers';
import { growingLosses, growingPlants } from './plants.tables';
import { growsIn } from './standing';

interface Losses {
  places: PlantPlace[];
  /** Members read it. */
  reason: { de: string; en: string };
  staffId: number;
}

export interface LostPlants {
  room: string;
  cycle: number;
  plants: number;
  members: number;
}

/**
 * Notes plants as lost in the cycle that grows. A job tells their owners.
 * @returns a row for each room
 * @throws GrowingRefused with each number that does not grow
 */
export async function losePlants(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { places, reason, staffId }: Losses,
  now: Date,
): Promise<LostPlants[]> {
  const lost: LostPlants[] = [];
  for (const code of [...new Set(places.map(({ roomCode }) => roomCode))].sort()) {
    const room = await lockRoom(tx, code);
    const positions = places.filter(({ roomCode }) => roomCode === code).map(({ position }) => position);
    const members = await requireGrowing(tx, room, positions);
    const loss = { cycle: room.cycle, lostAt: now, reason: reason.en, reasonDe: reason.de, staffId };
    await tx.insert(growingLosses).values(positions.map((position) => ({ roomCode: code, position, ...loss })));
    await noteForMembers(tx, deps, { roomCode: code, cycle: room.cycle, event: 'lost', at: now });
    lost.push({ room: code, cycle: room.cycle, plants: positions.length, members });
  }
  return lost;
}

/** Returns the number of their owners. */
async function requireGrowing(tx: Tx, room: RoomRow, positions: number[]): Promise<number> {
  if (!room.stage || room.stage === 'resting') {
    throw new GrowingRefused(`Nothing grows in room ${room.code} now, so nothing can be lost there.`);
  }
  const growing = await tx
    .select({ position: growingPlants.position, userId: growingPlants.userId })
    .from(growingPlants)
    .where(
      and(eq(growingPlants.roomCode, room.code), inArray(growingPlants.position, positions), growsIn(tx, room.cycle)),
    );
  const missing = positions.filter((place) => !growing.some(({ position }) => position === place));
  if (missing.length > 0) {
    const numbers = missing.map((position) => plantNumber(room.code, position)).join(', ');
    throw new GrowingRefused(
      `Not growing in cycle ${room.cycle}, or lost in it already: ${numbers}. Nothing was noted; leave them out.`,
    );
  }
  return new Set(growing.map(({ userId }) => userId)).size;
}
