/** Shows a room in the shape of the contract. Kept counts tell how many plants it has, so none is counted. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Stage, stages } from '../../contract/growing';
import type { Room, RoomPlant } from '../../contract/growing-rooms';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';
import { users } from '../../members/members.tables';
import { listPhotos } from '../photos/photos';
import { plantNumber } from '../plants/numbers';
import { growingHoldings, growingLosses, growingPlants, growingStock } from '../plants/plants.tables';
import { growingCounts, growingRooms, growingStages } from './rooms.tables';

/** The most losses and the most entries of the history that an answer has. */
const most = 20;
const mostOwn = 6;
const mostPhotos = 3;

/** Losses of a day are one entry of the history. The houses stand in this zone. */
const zone = 'Europe/Berlin';

/** What members read of a loss `l` or of a count `k`. */
const reasonOf = (row: 'l' | 'k', language: Language): SQL =>
  sql.raw(`${row}.${language === 'de' ? 'reason_de' : 'reason'}`);

type Count = NonNullable<Room['count']>;

/** Times of JSON are in the form of the database. */
interface Parts {
  stock: { growing: number; waiting: number };
  mine: number;
  own: { position: number; waiting: boolean; lost: boolean }[];
  stages: { stage: Stage; since: string }[];
  count: Count | null;
  counts: Pick<Count, 'standing' | 'expected' | 'at'>[];
  losses: { position: number; mine: boolean; at: string; reason: string }[];
  lossesTotal: number;
  lossDays: { at: string; plants: number; reason: string }[];
}

/**
 * Returns the room, with the member's own plants marked.
 * @throws NotFound
 */
export async function getRoom(db: Queryable, userId: number, code: string, language: Language): Promise<Room> {
  const asked = roomCode(code);
  const [[found], photos] = await Promise.all([
    db
      .select({ room: growingRooms, parts: partsFor(userId, language) })
      .from(growingRooms)
      .where(eq(growingRooms.code, asked)),
    listPhotos(db, asked, language, mostPhotos),
  ]);
  if (!found) throw new NotFound();
  const { room, parts } = found;
  const { count } = parts;
  return {
    code: room.code,
    name: language === 'de' ? room.nameDe : room.name,
    city: room.city,
    places: room.places,
    cycle: room.cycle,
    strain: room.strain,
    stage: room.stage,
    stage_since: room.stageSince?.toISOString() ?? null,
    expected_harvest_on: room.expectedOn,
    stages: parts.stages
      .map(({ stage, since }) => ({ stage, since: instantOf(since) }))
      .sort((one, other) => stages.indexOf(one.stage) - stages.indexOf(other.stage)),
    plants: parts.stock.growing - parts.lossesTotal,
    waiting: parts.stock.waiting,
    count: count && { ...count, at: instantOf(count.at) },
    mine: parts.mine,
    own: parts.own.map(({ position, waiting, lost }) => ({
      number: plantNumber(room.code, position),
      mine: true,
      state: stateOf(waiting, lost),
    })),
    losses: parts.losses.map(({ position, mine, at, reason }) => ({
      ...{ number: plantNumber(room.code, position), mine, at: instantOf(at), reason },
    })),
    losses_total: parts.lossesTotal,
    history: historyOf(parts),
    photos,
  };
}

/**
 * Returns the code, however it was typed.
 * @throws NotFound for text that is no code
 */
export function roomCode(typed: string): string {
  const code = typed.toUpperCase();
  if (!/^[A-Z][A-Z0-9]{0,5}$/.test(code)) throw new NotFound();
  return code;
}

/** The state of a plant that has not ended. */
export function stateOf(isWaiting: boolean, isLost: boolean): RoomPlant['state'] {
  if (isWaiting) return 'waiting';
  return isLost ? 'lost' : 'standing';
}

/** One value with all that belongs to a row of `growing_rooms`, so that one statement reads the room. */
const partsFor = (userId: number, language: Language) => sql<Parts>`(select json_build_object(
  'stock', (select json_build_object(
      'growing', coalesce(sum(s.plants) filter (where r.cycle between s.first_cycle and s.last_cycle), 0),
      'waiting', coalesce(sum(s.plants) filter (where s.first_cycle > r.cycle), 0))
    from ${growingStock} as s where s.room_code = r.code),
  'mine', (select coalesce(sum(h.plants), 0) from ${growingHoldings} as h
    where h.user_id = ${userId} and h.room_code = r.code and h.last_cycle >= r.cycle),
  'own', (select coalesce(json_agg(c), '[]') from (
    select p.position, p.first_cycle > r.cycle as waiting, l.position is not null as lost
    from ${growingPlants} as p left join ${growingLosses} as l
      on l.room_code = p.room_code and l.cycle = r.cycle and l.position = p.position
    where p.user_id = ${userId} and p.room_code = r.code and p.last_cycle >= r.cycle and p.returned_at is null
    order by p.position limit ${mostOwn}) as c),
  'stages', (select coalesce(json_agg(json_build_object('stage', g.stage, 'since', g.since)), '[]')
    from ${growingStages} as g where g.room_code = r.code and g.cycle = r.cycle),
  'count', (select json_build_object('standing', k.standing, 'expected', k.expected, 'at', k.counted_at,
      'by', u.firstname || ' ' || u.lastname, 'reason', ${reasonOf('k', language)}, 'lost_since', (
        select count(*) from ${growingLosses} as l
        where l.room_code = r.code and l.cycle = r.cycle and l.lost_at > k.counted_at))
    from ${growingCounts} as k join ${users} as u on u.id = k.staff_id
    where k.room_code = r.code order by k.counted_at desc limit 1),
  'counts', (select coalesce(json_agg(c), '[]') from (
    select k.standing, k.expected, k.counted_at as at from ${growingCounts} as k
    where k.room_code = r.code and k.counted_at >= (
      select min(g.since) from ${growingStages} as g where g.room_code = r.code and g.cycle = r.cycle)
    order by k.counted_at desc limit ${most}) as c),
  'losses', (select coalesce(json_agg(c), '[]') from (
    select l.position, p.user_id = ${userId} as mine, l.lost_at as at, ${reasonOf('l', language)} as reason
    from ${growingLosses} as l join ${growingPlants} as p on p.room_code = l.room_code and p.position = l.position
    where l.room_code = r.code and l.cycle = r.cycle order by l.lost_at desc, l.position limit ${most}) as c),
  'lossesTotal', (select count(*) from ${growingLosses} as l where l.room_code = r.code and l.cycle = r.cycle),
  'lossDays', (select coalesce(json_agg(c), '[]') from (
    select max(l.lost_at) as at, count(*) as plants, ${reasonOf('l', language)} as reason from ${growingLosses} as l
    where l.room_code = r.code and l.cycle = r.cycle
    group by date(l.lost_at at time zone ${zone}), ${reasonOf('l', language)} order by 1 desc, 3 limit ${most}) as c))
  from (select growing_rooms.code, growing_rooms.cycle) as r)`;

/** What happened in the running cycle, the newest first. Of one moment, the stage comes first and then the loss. */
function historyOf({ stages: begun, lossDays, counts }: Parts): Room['history'] {
  const entries: Room['history'] = [
    ...counts.map(({ standing, expected, at }) => ({ kind: 'count' as const, at: instantOf(at), standing, expected })),
    ...lossDays.map(({ at, plants, reason }) => ({ kind: 'loss' as const, at: instantOf(at), plants, reason })),
    ...begun
      .map(({ stage, since }) => ({ kind: 'stage' as const, at: instantOf(since), stage }))
      .sort((one, other) => stages.indexOf(other.stage) - stages.indexOf(one.stage)),
  ];
  return entries.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, most);
}

const instantOf = (time: string): string => new Date(time).toISOString();
