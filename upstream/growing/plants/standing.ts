/** Which plants grow in a room. */
import { and, eq, gte, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../database/database';
import { growingLosses, growingPlants } from './plants.tables';

/** The condition that a plant grows in a cycle of its room: it has begun, is not over, and was not lost in it. */
export const growsIn = (db: Queryable, cycle: number | AnyPgColumn): SQL | undefined =>
  and(
    isNull(growingPlants.returnedAt),
    lte(growingPlants.firstCycle, cycle),
    gte(growingPlants.lastCycle, cycle),
    notExists(
      db
        .select({ cycle: growingLosses.cycle })
        .from(growingLosses)
        .where(
          and(
            eq(growingLosses.roomCode, growingPlants.roomCode),
            eq(growingLosses.position, growingPlants.position),
            eq(growingLosses.cycle, cycle),
          ),
        ),
    ),
  );

/** Counts the plants that grow in a cycle of a room, and their owners. */
export async function countGrowing(
  db: Queryable,
  room: string,
  cycle: number,
): Promise<{ plants: number; members: number }> {
  const [counted] = await db
    .select({
      plants: sql<number>`count(*)::int`,
      members: sql<number>`count(distinct ${growingPlants.userId})::int`,
    })
    .from(growingPlants)
    .where(and(eq(growingPlants.roomCode, room), growsIn(db, cycle)));
  return counted ?? { plants: 0, members: 0 };
}
