/** Shows the statement of a harvest in the shape of the contract. Rules: docs/product/growing.md. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Harvest } from '../../contract/growing-harvests';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { plantNumber } from '../plants/numbers';
import { growingRooms, growingStages } from '../rooms/rooms.tables';
import { memberPart, perPlant, poolFraction, remainderCents, rounded } from './fractions';
import { growingHarvestShares, growingHarvests } from './harvests.tables';

export interface HarvestId {
  roomCode: string;
  cycle: number;
  /** The newest one without it. */
  version?: number | undefined;
}

/**
 * Returns the statement of a harvest and the member's own part in it.
 * @throws NotFound for an unknown harvest or version, and for one that is not approved
 */
export async function showHarvest(db: Queryable, userId: number, id: HarvestId, language: Language): Promise<Harvest> {
  const versions = await listVersions(db, userId, id);
  const newest = versions.at(-1);
  const found = id.version === undefined ? newest : versions.find(({ harvest }) => harvest.version === id.version);
  if (!found || !newest) throw new NotFound();
  const { runs, smallest } = await readOwnPlants(db, userId, found.harvest);
  const isGerman = language === 'de';
  const { room, harvest, share } = found;
  const { roomCode, cycle, plants, currency } = harvest;
  return {
    id: `${roomCode}-${cycle}`,
    room: { code: roomCode, name: isGerman ? room.nameDe : room.name, city: room.city },
    strain: found.strain,
    newest_version: newest.harvest.version,
    ...stepsOf(found),
    ...figuresOf(harvest, isGerman),
    smallest_with_cent: smallest === null ? null : remainderCents(BigInt(smallest), BigInt(plants)),
    mine: share && {
      plants: share.plants,
      numbers: runs.map(({ first, last, count }) => ({
        first: plantNumber(roomCode, first),
        last: plantNumber(roomCode, last),
        count,
      })),
      ...memberPart({
        pool: harvest.pool,
        plants: BigInt(plants),
        own: BigInt(share.plants),
        payout: share.payout,
      }),
      payout: decimal(share.payout, currency),
      due: decimal(share.due, currency),
      paid: decimal(share.due > share.withheld ? share.due - share.withheld : 0n, currency),
      ...settlementOf(share, currency),
    },
    corrections: correctionsIn(versions, isGerman).reverse(),
  };
}

type Share = typeof growingHarvestShares.$inferSelect;
type Version = Awaited<ReturnType<typeof listVersions>>[number];

/** Returns the versions that members may read, the oldest first, each with the member's share. */
function listVersions(db: Queryable, userId: number, { roomCode, cycle }: HarvestId) {
  const [recorder, approver] = [alias(users, 'recorder'), alias(users, 'approver')];
  const { version } = growingHarvests;
  return db
    .select({
      harvest: growingHarvests,
      room: growingRooms,
      strain: growingStages.strain,
      recordedBy: sql<string>`${recorder.firstname} || ' ' || ${recorder.lastname}`,
      approvedBy: sql<string>`${approver.firstname} || ' ' || ${approver.lastname}`,
      share: growingHarvestShares,
    })
    .from(growingHarvests)
    .innerJoin(growingRooms, eq(growingRooms.code, growingHarvests.roomCode))
    .innerJoin(
      growingStages,
      and(
        eq(growingStages.roomCode, growingHarvests.roomCode),
        eq(growingStages.cycle, growingHarvests.cycle),
        eq(growingStages.stage, 'harvest'),
      ),
    )
    .innerJoin(recorder, eq(recorder.id, growingHarvests.recordedBy))
    .innerJoin(approver, eq(approver.id, growingHarvests.approvedBy))
    .leftJoin(
      growingHarvestShares,
      and(
        eq(growingHarvestShares.roomCode, growingHarvests.roomCode),
        eq(growingHarvestShares.cycle, growingHarvests.cycle),
        eq(growingHarvestShares.version, version),
        eq(growingHarvestShares.userId, userId),
      ),
    )
    .where(
      and(
        eq(growingHarvests.roomCode, roomCode),
        eq(growingHarvests.cycle, cycle),
        inArray(growingHarvests.status, ['approved', 'paid']),
      ),
    )
    .orderBy(asc(version));
}

/** Plants whose running numbers follow each other. */
type Run = { first: number; last: number; count: number };

/** The most runs of numbers that a statement names. */
const mostRuns = 20;

/** Returns the runs of the member's plants in a harvest, and the smallest remainder that got a cent. */
async function readOwnPlants(db: Queryable, userId: number, harvest: Version['harvest']) {
  const { roomCode, cycle, version, leftover } = harvest;
  const { rows } = await db.execute<{ runs: Run[]; smallest: string | null }>(sql`
    select
      coalesce((select json_agg(json_build_object('first', first, 'last', last, 'count', count) order by first) from (
        select min(position) as first, max(position) as last, count(*)::integer as count from (
          select p.position, p.position - row_number() over (order by p.position) as run from growing_plants p
          where p.user_id = ${userId} and p.room_code = ${roomCode} and p.returned_at is null
            and ${cycle}::integer between p.first_cycle and p.last_cycle
            and not exists (
              select from growing_losses l where (l.room_code, l.cycle, l.position) = (${roomCode}, ${cycle}, p.position))
        ) as own group by run order by first limit ${mostRuns}
      ) as runs), '[]') as runs,
      (select remainder::text from growing_harvest_shares
        where (room_code, cycle, version) = (${roomCode}, ${cycle}, ${version}) and ${leftover}::integer > 0
        -- With its table, because the text of the same name would be sorted as text.
        order by growing_harvest_shares.remainder desc, first_plant offset ${Math.max(leftover - 1, 0)} limit 1) as smallest`);
  return rows[0] ?? { runs: [], smallest: null };
}

const stepsOf = ({ harvest, recordedBy, approvedBy }: Version) => ({
  version: harvest.version,
  status: harvest.status === 'paid' ? ('paid' as const) : ('approved' as const),
  harvested_at: harvest.harvestedAt.toISOString(),
  weighed_at: harvest.weighedAt.toISOString(),
  recorded_at: harvest.recordedAt.toISOString(),
  recorded_by: recordedBy,
  // The constraints of the table give every approved version its time.
  approved_at: (harvest.approvedAt as Date).toISOString(),
  approved_by: approvedBy,
  paid_at: harvest.paidAt?.toISOString() ?? null,
});

function figuresOf(harvest: Version['harvest'], isGerman: boolean) {
  const { cycle, grams, plants, lost, members, currency, revenue, surplus, pool, leftover, memberShare } = harvest;
  return {
    cycle,
    grams,
    grams_per_plant: plants === 0 ? '0.0' : rounded(BigInt(grams), BigInt(plants), 1),
    plants,
    lost,
    members,
    currency,
    revenue: decimal(revenue, currency),
    revenue_per_gram: grams === 0 ? null : rounded(revenue, BigInt(grams) * 100n, 2),
    costs: harvest.costs.map(({ title, title_de, amount }) => ({
      title: isGerman ? title_de : title,
      amount: decimal(BigInt(amount), currency),
    })),
    surplus: decimal(surplus, currency),
    member_share_percent: (memberShare / 100).toFixed(2),
    club_share_percent: ((10_000 - memberShare) / 100).toFixed(2),
    // Without plants there is no pool, so nothing was rounded.
    pool_fraction: poolFraction({ surplus: plants === 0 ? 0n : surplus, memberShare: BigInt(memberShare), pool }),
    pool: decimal(pool, currency),
    per_plant: perPlant(pool, BigInt(plants)),
    leftover_cents: leftover,
  };
}

const settlementOf = (share: Share | null, currency: string) => ({
  withheld: decimal(share?.withheld ?? 0n, currency),
  transaction_label: share?.transactionLabel ?? null,
  settled_at: share?.settledAt?.toISOString() ?? null,
});

const correctionsIn = (versions: Version[], isGerman: boolean) =>
  versions.slice(1).map(({ harvest, share }, index) => ({
    version: harvest.version,
    replaced_version: versions[index]?.harvest.version ?? 1,
    at: (harvest.approvedAt as Date).toISOString(),
    reason: (isGerman ? harvest.reasonDe : harvest.reason) ?? '',
    difference: decimal(share?.due ?? 0n, harvest.currency),
    ...settlementOf(share, harvest.currency),
  }));
