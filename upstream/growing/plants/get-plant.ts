/** One plant with the history of its cycles. */
import { and, eq, sql } from 'drizzle-orm';
import { type Stage, stages } from '../../contract/growing';
import type { PlantStory } from '../../contract/growing-plants';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';
import { growingHarvests } from '../harvests/harvests.tables';
import { growingStages } from '../rooms/rooms.tables';
import { findPlants, ownedBy, type PlantRow, showPlant } from './list-plants';
import { readPlantNumber } from './numbers';
import { growingLosses, growingPlants } from './plants.tables';

/**
 * Returns a plant of the member.
 * @throws NotFound also for the plants of others, and for those of refunded orders
 */
export async function getPlant(db: Queryable, userId: number, number: string, language: Language): Promise<PlantStory> {
  const read = readPlantNumber(number);
  if (!read) throw new NotFound();
  const { roomCode, position } = growingPlants;
  const fits = and(ownedBy(userId), eq(roomCode, read.roomCode), eq(position, read.position));
  const [found] = await findPlants(db, fits, { limit: 1, offset: 0 });
  if (!found) throw new NotFound();
  return {
    ...showPlant(found, language),
    sale_label: found.plant.saleLabel,
    cycles: await listCycles(db, found.plant, language),
  };
}

type History = {
  begun: { cycle: number; stage: Stage; since: string }[];
  losses: { cycle: number; at: string; reason: string }[];
  harvests: { cycle: number; pool: number; plants: number; grams: string; currency: string }[];
};

/** Returns the cycles of the plant so far, the newest first. */
async function listCycles(db: Queryable, plant: PlantRow['plant'], language: Language): Promise<PlantStory['cycles']> {
  const { roomCode, position, firstCycle, lastCycle } = plant;
  const ofPlant = sql`room_code = ${roomCode} and cycle between ${firstCycle} and ${lastCycle}`;
  const reason = language === 'de' ? growingLosses.reasonDe : growingLosses.reason;
  const { rows } = await db.execute<History>(sql`select
    (select coalesce(json_agg(json_build_object('cycle', cycle, 'stage', stage, 'since', since)), '[]')
      from ${growingStages} where ${ofPlant}) as begun,
    (select coalesce(json_agg(json_build_object('cycle', cycle, 'at', lost_at, 'reason', ${reason})), '[]')
      from ${growingLosses} where ${ofPlant} and position = ${position}) as losses,
    (select coalesce(json_agg(newest), '[]') from (
      select distinct on (cycle) cycle, pool, plants, round(grams::numeric / nullif(plants, 0), 1)::text as grams, currency
      from ${growingHarvests} where ${ofPlant} and status in ('approved', 'paid')
      order by cycle, version desc) as newest) as harvests`);
  const [{ begun, losses, harvests }] = rows as [History];
  const cycles = [...new Set(begun.map(({ cycle }) => cycle))].sort((one, other) => other - one);
  return cycles.map((cycle) => {
    const loss = losses.find((one) => one.cycle === cycle);
    // A lost plant has no share in the harvest.
    const harvest = loss ? undefined : harvests.find((one) => one.cycle === cycle);
    return {
      cycle,
      stages: begun
        .filter((one) => one.cycle === cycle)
        .sort((one, other) => stages.indexOf(one.stage) - stages.indexOf(other.stage))
        .map(({ stage, since }) => ({ stage, since: new Date(since).toISOString() })),
      lost: loss ? { at: new Date(loss.at).toISOString(), reason: loss.reason } : null,
      harvest: harvest ? showHarvest(roomCode, harvest) : null,
    };
  });
}

function showHarvest(roomCode: string, { cycle, pool, plants, grams, currency }: History['harvests'][number]) {
  // Of a cent a hundredth.
  const part = (BigInt(pool) * 100n) / BigInt(plants);
  const per_plant = `${part / 10_000n}.${String(part % 10_000n).padStart(4, '0')}`;
  return { id: `${roomCode}-${cycle}`, per_plant, currency: currency as 'EUR', grams_per_plant: grams };
}
