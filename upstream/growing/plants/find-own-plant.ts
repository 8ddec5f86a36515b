import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../database/database';
import { ownedBy } from './list-plants';
import { plantNumber, readPlantNumber } from './numbers';
import { growingPlants } from './plants.tables';

/** Returns the number of the member's plant in its canonical form, however it was typed, or null without such a plant. */
export async function findOwnPlant(db: Queryable, userId: number, typed: string): Promise<string | null> {
  const read = readPlantNumber(typed);
  if (!read) return null;
  const { roomCode, position } = read;
  const isIt = and(ownedBy(userId), eq(growingPlants.roomCode, roomCode), eq(growingPlants.position, position));
  return (await db.$count(growingPlants, isIt)) > 0 ? plantNumber(roomCode, position) : null;
}
