/** Growing's part of a member's personal data. */
import { and, eq, getTableColumns, not, sql } from 'drizzle-orm';
import type { Queryable } from '../database/database';
import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import type { Language } from '../http/env';
import { growingHarvestShares, growingHarvests, growingOverpaid } from './harvests/harvests.tables';
import { growingPhotos } from './photos/photos.tables';
import { plantNumberSql } from './plants/numbers';
import { growingHoldings, growingLosses, growingPlants } from './plants/plants.tables';
import { growingCounts, growingStages } from './rooms/rooms.tables';
import { growingPurchases, growingSales } from './sales/sales.tables';

const purchases = tablePart({
  name: 'plant_purchases',
  description: { en: 'The plants that you ordered.', de: 'Die Pflanzen, die du bestellt hast.' },
  table: growingPurchases,
  join: { table: growingSales, on: eq(growingSales.label, growingPurchases.saleLabel) },
  owner: growingPurchases.userId,
  key: growingPurchases.orderLabel,
  fields: {
    order: growingPurchases.orderLabel,
    sale: growingPurchases.saleLabel,
    room: growingSales.roomCode,
    strain: growingSales.strain,
    quantity: growingPurchases.quantity,
    state: growingPurchases.state,
    ordered_at: growingPurchases.createdAt,
    changed_at: growingPurchases.changedAt,
  },
});

const number = plantNumberSql();

const plants = tablePart({
  name: 'plants',
  description: {
    en: 'Your plants, and in which cycles they were lost.',
    de: 'Deine Pflanzen, und in welchen Zyklen sie verloren gingen.',
  },
  table: growingPlants,
  owner: growingPlants.userId,
  key: number,
  fields: {
    number,
    sale: growingPlants.saleLabel,
    order: growingPlants.orderLabel,
    purchased_at: growingPlants.purchasedAt,
    first_cycle: growingPlants.firstCycle,
    last_cycle: growingPlants.lastCycle,
    taken_back_at: growingPlants.returnedAt,
    losses: sql`(select jsonb_agg(jsonb_build_object('cycle', l.cycle, 'at', l.lost_at, 'reason', l.reason, 'reason_de', l.reason_de) order by l.cycle)
      from ${growingLosses} as l where l.room_code = ${growingPlants.roomCode} and l.position = ${growingPlants.position})`,
  },
});

const harvests = tablePart({
  name: 'harvests',
  description: {
    en: 'Your share of each harvest, and of its corrections. Amounts are in cents.',
    de: 'Dein Anteil an jeder Ernte und an ihren Berichtigungen. Beträge sind in Cent.',
  },
  table: growingHarvestShares,
  owner: growingHarvestShares.userId,
  key: sql<string>`concat_ws('-', ${growingHarvestShares.roomCode}, lpad(${growingHarvestShares.cycle}::text, 6, '0'), lpad(${growingHarvestShares.version}::text, 2, '0'))`,
  fields: {
    room: growingHarvestShares.roomCode,
    cycle: growingHarvestShares.cycle,
    version: growingHarvestShares.version,
    plants: growingHarvestShares.plants,
    first_plant: growingHarvestShares.firstPlant,
    payout: growingHarvestShares.payout,
    remainder: growingHarvestShares.remainder,
    due: growingHarvestShares.due,
    withheld: growingHarvestShares.withheld,
    transaction: growingHarvestShares.transactionLabel,
    settled_at: growingHarvestShares.settledAt,
  },
});

const overpaid = tablePart({
  name: 'overpaid_harvests',
  description: {
    en: 'What you had too much by corrected harvests, in cents. The next payouts are less by it.',
    de: 'Was du durch berichtigte Ernten zu viel bekommen hast, in Cent. Die nächsten Auszahlungen sind um so viel kleiner.',
  },
  table: growingOverpaid,
  owner: growingOverpaid.userId,
  key: growingOverpaid.currency,
  fields: { amount: growingOverpaid.amount, currency: growingOverpaid.currency },
});

const counted = 'it counts rows that are exported themselves';
const staff = 'it is the work of the staff, not about the member';
const because = 'records of payments are kept by law';

export const growingData: PersonalData = {
  exports: [purchases, plants, harvests, overpaid],
  deletes: [],
  keeps: [
    { table: growingPurchases, because },
    { table: growingPlants, because },
    { table: growingHoldings, because },
    { table: growingHarvestShares, because },
    { table: growingOverpaid, because },
    ...[growingStages, growingCounts, growingLosses, growingHarvests, growingPhotos].map((table) => ({
      table,
      because: staff,
    })),
  ],
  withholds: [
    withhold(growingStages, ['roomCode', 'cycle', 'stage', 'since', 'expectedOn', 'strain', 'staffId'], staff),
    withhold(growingCounts, ['roomCode', 'countedAt', 'standing', 'expected', 'reason', 'reasonDe', 'staffId'], staff),
    withhold(growingLosses, ['roomCode', 'position', 'cycle', 'lostAt', 'reason', 'reasonDe', 'staffId'], staff),
    withhold(
      growingHarvests,
      Object.keys(getTableColumns(growingHarvests)) as (keyof typeof growingHarvests.$inferSelect)[],
      staff,
    ),
    withhold(
      growingPhotos,
      [
        ...(['id', 'roomCode', 'takenOn', 'caption', 'captionDe', 'alt', 'altDe'] as const),
        ...(['width', 'height', 'state', 'staffId', 'createdAt'] as const),
      ],
      staff,
    ),
    withhold(growingHoldings, ['userId', 'roomCode', 'firstCycle', 'lastCycle', 'plants'], counted),
  ],
  obstacles: listGrowing,
};

/** What plants will bring can only be paid to a member, so somebody has to decide about them first. */
async function listGrowing(db: Queryable, userId: number, language: Language): Promise<string[]> {
  const { roomCode, firstCycle, lastCycle, plants } = growingHoldings;
  // An earlier cycle may be paid after a later one.
  const isPaid = sql`(select count(distinct h.cycle) from ${growingHarvests} as h where h.room_code = ${roomCode}
    and h.cycle between ${firstCycle} and ${lastCycle} and h.status = 'paid') > ${lastCycle} - ${firstCycle}`;
  const [found] = await db
    .select({ plants: sql<number>`coalesce(sum(${plants}), 0)::int` })
    .from(growingHoldings)
    .where(and(eq(growingHoldings.userId, userId), not(isPaid)));
  const open = found?.plants ?? 0;
  return open > 0 ? [obstacle[language](open)] : [];
}

const obstacle = {
  en: (plants: number) =>
    `${plants === 1 ? '1 of your plants has' : `${plants} of your plants have`} a harvest to come: write to us first, so that nothing they bring is lost.`,
  de: (plants: number) =>
    `${plants === 1 ? '1 deiner Pflanzen hat' : `${plants} deiner Pflanzen haben`} noch eine Ernte vor sich: Schreib uns zuerst, damit nichts verloren geht, was sie bringen.`,
};
