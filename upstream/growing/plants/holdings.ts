/** What a member has in each room, from kept counts: no page counts plants. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Stage } from '../../contract/growing';
import type { PlantFilters, PlantGroup } from '../../contract/growing-plants';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { growingRooms } from '../rooms/rooms.tables';
import { growingSales } from '../sales/sales.tables';
import { growsTowardsHarvest, stageOf } from './plant-stage';
import { growingHoldings, growingLosses, growingPlants } from './plants.tables';

/** Plants of a member that begin and end with the same cycles, with their room. */
export interface Holding {
  code: string;
  name: string;
  city: string;
  cycle: number;
  stage: Stage | null;
  since: string | null;
  expectedOn: string | null;
  /** Of the room; of plants that wait, that of their sale. */
  strain: string | null;
  firstCycle: number;
  lastCycle: number;
  plants: number;
  /** How many of them are lost in the running cycle. */
  lost: number;
}

/** The name of a room in a language. */
export const roomName = (language: Language) => (language === 'de' ? growingRooms.nameDe : growingRooms.name);

/** A query of all holdings of a member, as a JSON array of `Holding`. */
export const holdingsOf = (userId: number | Placeholder, language: Language): SQL<Holding[]> => sql`(
  select coalesce(json_agg(json_build_object(
      'code', ${growingRooms.code}, 'name', ${roomName(language)}, 'city', ${growingRooms.city},
      'cycle', ${growingRooms.cycle}, 'stage', ${growingRooms.stage}, 'since', ${growingRooms.stageSince},
      'expectedOn', ${growingRooms.expectedOn},
      'strain', case when ${growingHoldings.firstCycle} <= ${growingRooms.cycle} then ${growingRooms.strain} else (
        select ${growingSales.strain} from ${growingSales}
        where ${growingSales.roomCode} = ${growingHoldings.roomCode}
          and ${growingSales.firstCycle} = ${growingHoldings.firstCycle}
        order by ${growingSales.endsAt} desc, ${growingSales.label} limit 1) end,
      'firstCycle', ${growingHoldings.firstCycle}, 'lastCycle', ${growingHoldings.lastCycle},
      'plants', ${growingHoldings.plants}, 'lost', coalesce(losses.lost, 0))
    order by ${growingHoldings.roomCode}, ${growingHoldings.firstCycle}, ${growingHoldings.lastCycle}), '[]')
  from ${growingHoldings}
  join ${growingRooms} on ${growingRooms.code} = ${growingHoldings.roomCode}
  left join (
    select p.room_code, p.first_cycle, p.last_cycle, count(*)::int as lost
    from ${growingRooms} as r
    join ${growingLosses} as l on l.room_code = r.code and l.cycle = r.cycle
    join ${growingPlants} as p on p.room_code = l.room_code and p.position = l.position
    where p.user_id = ${userId}
    group by p.room_code, p.first_cycle, p.last_cycle
  ) as losses on losses.room_code = ${growingHoldings.roomCode}
    and losses.first_cycle = ${growingHoldings.firstCycle} and losses.last_cycle = ${growingHoldings.lastCycle}
  where ${growingHoldings.userId} = ${userId} and ${growingHoldings.plants} > 0)`;

/** Returns what the member has in a room, in a stage, or in all. */
export async function listHoldings(
  db: Queryable,
  userId: number,
  { room, stage }: Pick<PlantFilters, 'room' | 'stage'>,
): Promise<Holding[]> {
  const { rows } = await db.execute<{ holdings: Holding[] }>(sql`select ${holdingsOf(userId, 'en')} as holdings`);
  return (rows[0]?.holdings ?? []).filter(
    (one) =>
      (room === undefined || one.code === room) &&
      (stage === undefined || (stage === 'lost' ? one.lost > 0 : stageOf(one, one) === stage)),
  );
}

/** Returns how many plants of these holdings are in the stage, without reading them. */
export const countPlants = (holdings: readonly Holding[], stage: PlantFilters['stage']): number =>
  holdings.reduce((sum, { plants, lost }) => {
    if (stage === undefined) return sum + plants;
    return sum + (stage === 'lost' ? lost : plants - lost);
  }, 0);

/** Returns the plants that have not ended, by room and stage. Those that wait are apart for each first cycle. */
export function groupsOf(holdings: readonly Holding[]): PlantGroup[] {
  const groups = new Map<string, PlantGroup>();
  for (const holding of holdings) {
    const stage = stageOf(holding, holding);
    if (stage === 'ended') continue;
    const key = `${holding.code} ${stage === 'waiting' ? holding.firstCycle : 0}`;
    const group = groups.get(key) ?? emptyGroup(holding, stage);
    group.plants += holding.plants - holding.lost;
    group.lost += holding.lost;
    groups.set(key, group);
  }
  return [...groups.values()];
}

function emptyGroup(holding: Holding, stage: PlantGroup['stage']): PlantGroup {
  const { code, name, city, cycle, since, expectedOn, strain, firstCycle } = holding;
  const waits = stage === 'waiting';
  return {
    room: { code, name, city },
    strain: strain ?? '',
    cycle_number: cycle,
    first_cycle: waits ? firstCycle : null,
    stage,
    stage_since: waits || since === null ? null : new Date(since).toISOString(),
    expected_harvest_on: growsTowardsHarvest(stage) ? expectedOn : null,
    plants: 0,
    lost: 0,
  };
}
