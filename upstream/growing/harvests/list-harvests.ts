/** The harvests of a member as lines, each with its newest statement. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { HarvestLine } from '../../contract/growing-plants';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { countTotal } from '../../http/paginator';
import { decimal } from '../../ledger/ledger';
import { roomName } from '../plants/holdings';
import { growingHoldings } from '../plants/plants.tables';
import { growingRooms } from '../rooms/rooms.tables';
import { growingHarvestShares, growingHarvests } from './harvests.tables';

/** A line as SQL returns it, also as JSON. Amounts are minor units, far below the limit of exact numbers. */
export interface Line {
  code: string;
  name: string;
  city: string;
  cycle: number;
  paidAt: string | null;
  plants: number;
  lost: number;
  grams: number;
  gramsPerPlant: string;
  payout: number;
  /** What is settled of it. */
  settled: number;
  currency: string;
  correctedAt: string | null;
  difference: number;
}

/**
 * A query of all lines of a member. Members see statements that are approved. The first one of a harvest is that of its
 * payout, each later one a correction. Plants that were lost are those that the member had in the cycle, less those
 * with a share.
 */
export const linesOf = (userId: number | Placeholder, language: Language): SQL => sql`
  select line.*, line.approved_at as "approvedAt", ${growingRooms.code} as code, ${roomName(language)} as name,
    ${growingRooms.city} as city, (
      select coalesce(sum(${growingHoldings.plants}), 0)::int - line.plants from ${growingHoldings}
      where ${growingHoldings.userId} = ${userId} and ${growingHoldings.roomCode} = line.room_code
        and line.cycle between ${growingHoldings.firstCycle} and ${growingHoldings.lastCycle}
    ) as lost
  from (
    select distinct on (s.room_code, s.cycle) s.room_code, s.cycle, s.plants, s.payout, h.currency,
      round(h.grams::numeric * s.plants / h.plants)::int as grams,
      round(h.grams::numeric / h.plants, 1)::text as "gramsPerPlant",
      first_value(s.settled_at) over versions as "paidAt",
      first_value(h.approved_at) over versions as approved_at,
      coalesce(sum(s.due) filter (where s.settled_at is not null) over harvest, 0) as settled,
      case when h.reason is not null then h.approved_at end as "correctedAt",
      s.due as difference
    from ${growingHarvestShares} as s
    join ${growingHarvests} as h using (room_code, cycle, version)
    where s.user_id = ${userId} and h.status in ('approved', 'paid')
    window harvest as (partition by s.room_code, s.cycle), versions as (harvest order by s.version)
    order by s.room_code, s.cycle, s.version desc
  ) as line
  join ${growingRooms} on ${growingRooms.code} = line.room_code`;

/** Newest first. */
export const newestFirst = sql`"approvedAt" desc, code, cycle desc`;

/** Returns the harvests with a part of the member, the newest first. */
export async function listHarvests(
  db: Queryable,
  userId: number,
  { page, perPage, language }: { page: number; perPage: number; language: Language },
): Promise<{ data: HarvestLine[]; total: number }> {
  const lines = linesOf(userId, language);
  const { rows } = await db.execute<{ line: Line; total: number }>(sql`
    select to_json(lines) as line, count(*) over ()::int as total from (${lines}) as lines
    order by ${newestFirst} limit ${perPage} offset ${(page - 1) * perPage}`);
  const count = async () => {
    const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${lines}) as lines`);
    return counted.rows[0]?.total ?? 0;
  };
  return { data: rows.map(({ line }) => showLine(line)), total: await countTotal(rows, page, count) };
}

export const showLine = (line: Line): HarvestLine => ({
  id: `${line.code}-${line.cycle}`,
  room: { code: line.code, name: line.name, city: line.city },
  cycle: line.cycle,
  paid_at: line.paidAt && new Date(line.paidAt).toISOString(),
  my_plants: line.plants,
  my_lost: line.lost,
  my_grams: line.grams,
  grams_per_plant: line.gramsPerPlant,
  my_payout: decimal(BigInt(line.payout), line.currency),
  currency: line.currency as HarvestLine['currency'],
  correction: line.correctedAt
    ? { at: new Date(line.correctedAt).toISOString(), difference: decimal(BigInt(line.difference), line.currency) }
    : null,
});
