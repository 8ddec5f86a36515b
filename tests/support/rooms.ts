/** What staff enter about a room, for stories. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { growingLosses, growingPlants, growingStock } from '../../upstream/growing/plants/plants.tables';
import { growingCounts, growingRooms } from '../../upstream/growing/rooms/rooms.tables';
import { users } from '../../upstream/members/members.tables';
import type { Club } from './club';

/** Returns the plants of the running cycle that are not lost. */
export async function readBook({ db }: Club, code: string): Promise<number> {
  const [room] = await db
    .select({
      sold: sql<number>`(select coalesce(sum(s.plants), 0)::int from ${growingStock} as s
        where s.room_code = growing_rooms.code and growing_rooms.cycle between s.first_cycle and s.last_cycle)`,
      lost: sql<number>`(select count(*)::int from ${growingLosses} as l
        where l.room_code = growing_rooms.code and l.cycle = growing_rooms.cycle)`,
    })
    .from(growingRooms)
    .where(eq(growingRooms.code, code));
  if (!room) throw new Error(`No room ${code}`);
  return room.sold - room.lost;
}

/** Enters what staff count now, by Greta. */
export async function countRoom(club: Club, code: string, standing: number, reason: string | null = null) {
  const expected = await readBook(club, code);
  const count = { roomCode: code, standing, expected, reason, reasonDe: reason, staffId: await staffId(club) };
  await club.db.insert(growingCounts).values({ ...count, countedAt: new Date(await club.clock.now()) });
}

/** Loses plants that grow now: those of the member, or the first ones. */
export async function losePlants(club: Club, code: string, many: number, reason: string, email?: string) {
  const rows = await club.db
    .select({ position: growingPlants.position, cycle: growingRooms.cycle })
    .from(growingPlants)
    .innerJoin(growingRooms, eq(growingRooms.code, growingPlants.roomCode))
    .innerJoin(users, eq(users.id, growingPlants.userId))
    .leftJoin(
      growingLosses,
      and(
        eq(growingLosses.roomCode, growingRooms.code),
        eq(growingLosses.cycle, growingRooms.cycle),
        eq(growingLosses.position, growingPlants.position),
      ),
    )
    .where(
      and(
        eq(growingPlants.roomCode, code),
        sql`${growingRooms.cycle} between ${growingPlants.firstCycle} and ${growingPlants.lastCycle}`,
        isNull(growingPlants.returnedAt),
        isNull(growingLosses.position),
        email ? eq(users.email, email) : undefined,
      ),
    )
    .orderBy(asc(growingPlants.position))
    .limit(many);
  if (rows.length < many) throw new Error(`Only ${rows.length} plants grow in ${code}`);
  const lost = {
    roomCode: code,
    reason,
    reasonDe: reason,
    staffId: await staffId(club),
    lostAt: new Date(await club.clock.now()),
  };
  await club.db.insert(growingLosses).values(rows.map((row) => ({ ...lost, ...row })));
}

async function staffId({ db }: Club): Promise<number> {
  const [greta] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'greta@example.org'));
  if (!greta) throw new Error('Greta is gone');
  return greta.id;
}
