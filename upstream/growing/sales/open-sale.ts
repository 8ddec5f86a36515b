/** New sales (docs/product/growing.md#sales). */
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { newLabel } from '../../wallet/wallet';
import { highestNumber } from '../plants/numbers';
import { GrowingRefused } from '../refused';
import { lockRoom, type RoomRow } from '../rooms/lock-room';
import { growingSales } from './sales.tables';
import type { SaleRow } from './show-sales';

type Terms = Pick<
  typeof growingSales.$inferInsert,
  | 'roomCode'
  | 'firstCycle'
  | 'cycles'
  | 'startsAt'
  | 'endsAt'
  | 'pricePerPlant'
  | 'total'
  | 'maxPerMember'
  | 'memberShare'
  | 'termsNote'
  | 'termsNoteDe'
> & { strain?: string };

/**
 * Opens a sale. Sales of the room that have ended are closed first, because until then their whole stock counts.
 * @throws GrowingRefused
 */
export async function openSale(
  tx: Tx,
  terms: Terms,
  now: Date,
): Promise<{ sale: SaleRow; room: RoomRow; free: number }> {
  if (terms.endsAt <= terms.startsAt) throw new GrowingRefused('The sale ends before it starts: give a later --until.');
  if (terms.endsAt <= now) throw new GrowingRefused('The sale would be over already: give a later --until.');
  if (terms.maxPerMember > terms.total)
    throw new GrowingRefused('One member may not have more plants than are for sale: give a smaller --max.');
  await closeEndedSales(tx, terms.roomCode, now);
  const room = await lockRoom(tx, terms.roomCode);
  const strain = terms.strain ?? room.strain;
  if (!strain) throw new GrowingRefused(`Room ${room.code} has not grown anything yet: say what, with --strain.`);
  if (terms.firstCycle <= room.cycle) {
    throw new GrowingRefused(
      `Cycle ${terms.firstCycle} of room ${room.code} has begun: sell from cycle ${room.cycle + 1} on.`,
    );
  }
  const lastCycle = terms.firstCycle + terms.cycles - 1;
  const free = await countFreePlaces(tx, room.code, terms.firstCycle, lastCycle);
  if (terms.total > free) {
    throw new GrowingRefused(
      `Room ${room.code} has ${room.places} places, of which ${Math.max(0, free)} are free in cycles ${terms.firstCycle} to ${lastCycle}. Open sales count with their whole stock.`,
    );
  }
  const numbers = highestNumber - room.lastNumber - (await countPromisedNumbers(tx, room.code));
  if (terms.total > numbers) {
    throw new GrowingRefused(
      `Room ${room.code} has ${numbers} plant numbers left, because a number is given once. Add another room.`,
    );
  }
  const [sale] = await tx
    .insert(growingSales)
    .values({ ...terms, label: newLabel('SL'), strain, createdAt: now })
    .returning();
  if (!sale) throw new Error('The sale was not written');
  return { sale, room, free };
}

/** Locks the sales in the order of their labels, as a new cycle does. */
async function closeEndedSales(tx: Tx, roomCode: string, now: Date): Promise<void> {
  const ended = and(eq(growingSales.roomCode, roomCode), isNull(growingSales.closedAt), lte(growingSales.endsAt, now));
  await tx
    .select({ label: growingSales.label })
    .from(growingSales)
    .where(ended)
    .orderBy(growingSales.label)
    .for('update');
  await tx
    .update(growingSales)
    .set({ closedAt: sql`${growingSales.endsAt}` })
    .where(ended);
}

/** Counts the plants that may still be sold or paid. Each payment has to find a number. */
async function countPromisedNumbers(tx: Tx, room: string): Promise<number> {
  const { closedAt, total, sold, reserved } = growingSales;
  const [counted] = await tx
    .select({
      plants: sql<number>`coalesce(sum(case when ${closedAt} is null then ${total} - ${sold} else ${reserved} end), 0)::int`,
    })
    .from(growingSales)
    .where(eq(growingSales.roomCode, room));
  return counted?.plants ?? 0;
}

async function countFreePlaces(tx: Tx, room: string, first: number, last: number): Promise<number> {
  const { rows } = await tx.execute<{ free: number }>(
    sql`select growing_free_places(${room}, ${first}, ${last}) as free`,
  );
  return rows[0]?.free ?? 0;
}
