/** Growing's part of a member's personal data. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../database/database';
import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import type { Language } from '../http/env';
import { growingLosses, growingPlants } from './plants/plants.tables';
import { growingCounts, growingRooms, growingStages } from './rooms/rooms.tables';
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

const number = sql<string>`${growingPlants.roomCode} || '-' || lpad(${growingPlants.position}::text, 5, '0')`;

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
    losses: sql`(select jsonb_agg(jsonb_build_object('cycle', l.cycle, 'at', l.lost_at, 'reason', l.reason) order by l.cycle)
      from ${growingLosses} as l where l.room_code = ${growingPlants.roomCode} and l.position = ${growingPlants.position})`,
  },
});

const staff = 'it is the work of the staff, not about the member';
const because = 'records of payments are kept by law';

export const growingData: PersonalData = {
  exports: [purchases, plants],
  deletes: [],
  keeps: [
    { table: growingPurchases, because },
    { table: growingPlants, because },
    ...[growingStages, growingCounts, growingLosses].map((table) => ({ table, because: staff })),
  ],
  withholds: [
    withhold(growingStages, ['roomCode', 'cycle', 'stage', 'since', 'expectedOn', 'strain', 'staffId'], staff),
    withhold(growingCounts, ['roomCode', 'countedAt', 'standing', 'expected', 'reason', 'staffId'], staff),
    withhold(growingLosses, ['roomCode', 'position', 'cycle', 'lostAt', 'reason', 'staffId'], staff),
  ],
  obstacles: listGrowing,
};

/** What plants will bring can only be paid to a member, so somebody has to decide about them first. */
async function listGrowing(db: Queryable, userId: number, language: Language): Promise<string[]> {
  const [found] = await db
    .select({ plants: sql<number>`count(*)::int` })
    .from(growingPlants)
    .innerJoin(growingRooms, eq(growingRooms.code, growingPlants.roomCode))
    .where(
      and(
        eq(growingPlants.userId, userId),
        isNull(growingPlants.returnedAt),
        sql`${growingPlants.lastCycle} >= ${growingRooms.cycle}`,
      ),
    );
  const plants = found?.plants ?? 0;
  return plants > 0 ? [obstacle[language](plants)] : [];
}

const obstacle = {
  en: (plants: number) =>
    `${plants === 1 ? '1 of your plants still grows' : `${plants} of your plants still grow`}: reply to one of our e-mails first, so that nothing they bring is lost.`,
  de: (plants: number) =>
    `${plants === 1 ? '1 deiner Pflanzen wächst' : `${plants} deiner Pflanzen wachsen`} noch: Antworte zuerst auf eine unserer E-Mails, damit nichts verloren geht, was sie bringen.`,
};
