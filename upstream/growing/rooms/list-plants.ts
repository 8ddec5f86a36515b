/** Lists the numbers of a room's plants, without their owners. */
import { and, asc, between, desc, eq, exists, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { RoomPlant } from '../../contract/growing-rooms';
import type { Queryable } from '../../database/database';
import { NotFound } from '../../http/problems';
import { plantNumber } from '../plants/numbers';
import { growingHoldings, growingLosses, growingStock, growingPlants as p } from '../plants/plants.tables';
import { type Range, rangesOf } from './number-search';
import { growingRooms } from './rooms.tables';
import { roomCode, stateOf } from './show-room';

interface Wanted {
  /** A number or its beginning. */
  q?: string | undefined;
  show?: 'mine' | 'lost' | undefined;
  page: number;
  perPage: number;
}

interface Scope {
  userId: number;
  code: string;
  /** Null for all numbers. */
  ranges: Range[] | null;
  show: Wanted['show'];
}

/**
 * Returns one page of the plants that stand, wait or are lost, by number.
 * @throws NotFound for an unknown room
 */
export async function listRoomPlants(
  db: Queryable,
  userId: number,
  typedCode: string,
  { q = '', show, page, perPage }: Wanted,
): Promise<{ data: RoomPlant[]; total: number }> {
  const code = roomCode(typedCode);
  const scope: Scope = { userId, code, ranges: rangesOf(code, q), show };
  const [room] = await db
    .select({ cycle: growingRooms.cycle, lastNumber: growingRooms.lastNumber, total: totalOf(db, scope) })
    .from(growingRooms)
    .where(eq(growingRooms.code, code));
  if (!room) throw new NotFound();
  const { total } = room;
  const offset = (page - 1) * perPage;
  const size = Math.min(perPage, total - offset);
  if (size <= 0) return { data: [], total };
  // Pages are read from the nearer end, so that the last one of 100,000 plants costs as little as the first. Plants
  // that are sold meanwhile come after the last number.
  const isNearStart = offset <= total / 2;
  const rows = await db
    .select({
      position: p.position,
      mine: eq(p.userId, userId),
      firstCycle: p.firstCycle,
      lost: isLost(db, room.cycle),
    })
    .from(p)
    .where(and(isWanted(db, scope, room.cycle), lte(p.position, room.lastNumber)))
    .orderBy(isNearStart ? asc(p.position) : desc(p.position))
    .limit(size)
    .offset(isNearStart ? offset : total - offset - size);
  const data = rows.map(({ position, mine, firstCycle, lost }) => ({
    number: plantNumber(code, position),
    mine: Boolean(mine),
    state: stateOf(firstCycle > room.cycle, Boolean(lost)),
  }));
  return { data: isNearStart ? data : data.reverse(), total };
}

/** How many there are: by the kept counts, or counted along an index in a search and among losses. */
function totalOf(db: Queryable, scope: Scope): SQL<number> {
  const { userId, code, ranges, show } = scope;
  const cycle = sql`"growing_rooms"."cycle"`;
  if (ranges || show === 'lost') {
    return sql<number>`(select count(*)::int from ${p} where ${isWanted(db, scope, cycle)})`;
  }
  const kept = show === 'mine' ? growingHoldings : growingStock;
  const owned = show === 'mine' ? eq(growingHoldings.userId, userId) : undefined;
  const current = and(eq(kept.roomCode, code), gte(kept.lastCycle, cycle), owned);
  return sql<number>`(select coalesce(sum(${kept.plants}), 0)::int from ${kept} where ${current})`;
}

const isWanted = (db: Queryable, { userId, code, ranges, show }: Scope, cycle: number | SQL) =>
  and(
    eq(p.roomCode, code),
    isNull(p.returnedAt),
    gte(p.lastCycle, cycle),
    ranges ? (or(...ranges.map(([from, to]) => between(p.position, from, to))) ?? sql`false`) : undefined,
    show === 'mine' ? eq(p.userId, userId) : undefined,
    show === 'lost' ? isLost(db, cycle) : undefined,
  );

const isLost = (db: Queryable, cycle: number | SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(growingLosses)
      .where(
        and(
          eq(growingLosses.roomCode, p.roomCode),
          eq(growingLosses.cycle, cycle as number),
          eq(growingLosses.position, p.position),
        ),
      ),
  );
