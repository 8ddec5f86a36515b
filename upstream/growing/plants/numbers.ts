/** The number of a plant: the code of its room and its running number, such as `B2-00417`. */
import { type SQL, sql } from 'drizzle-orm';
import { growingPlants } from './plants.tables';

export interface PlantPlace {
  roomCode: string;
  position: number;
}

/** A room never gives a higher number. */
export const highestNumber = 999_999;

export const plantNumber = (roomCode: string, position: number) => `${roomCode}-${String(position).padStart(5, '0')}`;

/** The same in SQL, of a row of `growing_plants` by default. */
export const plantNumberSql = (
  roomCode: SQL | typeof growingPlants.roomCode = growingPlants.roomCode,
  position: SQL | typeof growingPlants.position = growingPlants.position,
) => sql<string>`${roomCode} || '-' || lpad(${position}::text, greatest(5, char_length(${position}::text)), '0')`;

/** Reads a number as a member may type it: `b2 417`, `B2-00417`. Returns null if it is none. */
export function readPlantNumber(typed: string): PlantPlace | null {
  const [, roomCode, digits] = /^\s*([A-Za-z][A-Za-z0-9]{0,5})[\s-]+(\d{1,6})\s*$/.exec(typed) ?? [];
  if (!roomCode || !digits || Number(digits) === 0) return null;
  return { roomCode: roomCode.toUpperCase(), position: Number(digits) };
}
