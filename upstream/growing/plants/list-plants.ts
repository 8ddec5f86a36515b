/** Shows plants of a member in the shape of the contract. */
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Plant, PlantFilters } from '../../contract/growing-plants';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { InvalidFields } from '../../http/problems';
import { growingRooms, growingStages } from '../rooms/rooms.tables';
import { growingSales } from '../sales/sales.tables';
import { countPlants, listHoldings } from './holdings';
import { plantNumber, readPlantNumber } from './numbers';
import { cyclesLeft, growsTowardsHarvest, isHeldInStage, isInStage, stageOf } from './plant-stage';
import { growingLosses, growingPlants } from './plants.tables';
import { textsIn } from './plants.texts';
import { numberBegins } from './search';

const { userId: owner, roomCode, position, orderLabel, returnedAt } = growingPlants;

interface Part {
  page: number;
  perPage: number;
  language: Language;
}

/**
 * Returns a page of the member's plants by number.
 * @throws InvalidFields if `after` is no number of a plant
 */
export async function listPlants(
  db: Queryable,
  userId: number,
  filters: PlantFilters,
  { page, perPage, language }: Part,
): Promise<{ data: Plant[]; total: number }> {
  const { room, stage, q, order } = filters;
  const after = filters.after === undefined ? undefined : afterNumber(filters.after, language);
  const part = { limit: perPage, offset: (page - 1) * perPage };
  // The kept counts know rooms and stages, and nothing smaller.
  if (!q && order === undefined && after === undefined)
    return listKeptPlants(db, userId, { room, stage }, part, language);
  const fits = and(
    ownedBy(userId),
    room === undefined ? undefined : eq(roomCode, room),
    stage === undefined ? undefined : isInStage(stage),
    q ? numberBegins(q) : undefined,
    order === undefined ? undefined : eq(orderLabel, order),
    after,
  );
  const rows = await findPlants(db, fits, part);
  return { data: rows.map((row) => showPlant(row, language)), total: await db.$count(growingPlants, fits) };
}

/** The same from kept counts: nothing is counted, and pages in the second half are read from the end. */
async function listKeptPlants(
  db: Queryable,
  userId: number,
  { room, stage }: Pick<PlantFilters, 'room' | 'stage'>,
  { limit, offset }: { limit: number; offset: number },
  language: Language,
) {
  const holdings = await listHoldings(db, userId, { room, stage });
  const total = countPlants(holdings, stage);
  const shown = Math.min(limit, total - offset);
  if (shown <= 0) return { data: [], total };
  const fits = and(
    ownedBy(userId),
    room === undefined ? undefined : eq(roomCode, room),
    stage === undefined ? undefined : isHeldInStage(stage, holdings),
  );
  const behind = total - offset - shown;
  const part = behind < offset ? { limit: shown, offset: behind, fromEnd: true } : { limit: shown, offset };
  const rows = await findPlants(db, fits, part);
  return { data: rows.map((row) => showPlant(row, language)), total };
}

/** Plants of refunded orders belong to nobody. */
export const ownedBy = (userId: number) => and(eq(owner, userId), isNull(returnedAt));

function afterNumber(typed: string, language: Language): SQL {
  const number = readPlantNumber(typed);
  if (!number) throw new InvalidFields({ after: [textsIn(language).noNumber] });
  return sql`(${roomCode}, ${position}) > (${number.roomCode}, ${number.position})`;
}

export type PlantRow = Awaited<ReturnType<typeof findPlants>>[number];

/** Rows of a list by number. `fromEnd` counts the offset from the last one. */
interface Slice {
  limit: number;
  offset: number;
  fromEnd?: boolean;
}

/** Finds plants by number, with their room, sale, and loss in the running cycle. The page is cut before the joins. */
export function findPlants(db: Queryable, fits: SQL | undefined, { limit, offset, fromEnd }: Slice) {
  const way = fromEnd ? desc : asc;
  const page = db
    .select({ roomCode, position })
    .from(growingPlants)
    .where(fits)
    .orderBy(way(roomCode), way(position))
    .limit(limit)
    .offset(offset)
    .as('page');
  return db
    .select({
      plant: growingPlants,
      room: growingRooms,
      saleStrain: growingSales.strain,
      loss: growingLosses,
      endedAt: growingStages.since,
    })
    .from(page)
    .innerJoin(growingPlants, and(eq(roomCode, page.roomCode), eq(position, page.position)))
    .innerJoin(growingRooms, eq(growingRooms.code, roomCode))
    .innerJoin(growingSales, eq(growingSales.label, growingPlants.saleLabel))
    .leftJoin(
      growingLosses,
      and(
        eq(growingLosses.roomCode, roomCode),
        eq(growingLosses.cycle, growingRooms.cycle),
        eq(growingLosses.position, position),
      ),
    )
    .leftJoin(
      growingStages,
      and(
        eq(growingStages.roomCode, roomCode),
        eq(growingStages.cycle, growingPlants.lastCycle),
        eq(growingStages.stage, 'resting'),
      ),
    )
    .orderBy(asc(roomCode), asc(position));
}

export function showPlant({ plant, room, saleStrain, loss, endedAt }: PlantRow, language: Language): Plant {
  const stage = loss ? 'lost' : stageOf(plant, room);
  const grows = stage !== 'waiting' && stage !== 'ended';
  const since = { waiting: null, ended: endedAt, lost: loss?.lostAt ?? null };
  const sinceWhen = stage in since ? since[stage as keyof typeof since] : room.stageSince;
  return {
    number: plantNumber(plant.roomCode, plant.position),
    room: { code: room.code, name: language === 'de' ? room.nameDe : room.name, city: room.city },
    strain: (grows ? room.strain : null) ?? saleStrain,
    purchased_at: plant.purchasedAt.toISOString(),
    order_label: plant.orderLabel,
    first_cycle: plant.firstCycle,
    cycle_number: room.cycle,
    cycles_left: cyclesLeft(plant, room),
    stage,
    stage_since: sinceWhen?.toISOString() ?? null,
    expected_harvest_on: growsTowardsHarvest(stage) ? room.expectedOn : null,
    lost: loss ? { at: loss.lostAt.toISOString(), reason: language === 'de' ? loss.reasonDe : loss.reason } : null,
  };
}
