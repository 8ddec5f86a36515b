/** What happens to plants when an order is paid, ends or is refunded. Triggers number and count the plants. */
import { and, count, eq, max, min } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import { findFailure } from '../../database/failures';
import { type Delivered, type Goods, NotReturnable, type OrderRow } from '../../wallet/wallet';
import { plantNumber } from '../plants/numbers';
import { growingPlants } from '../plants/plants.tables';
import { tellOfStock } from './live-stock';
import { growingPurchaseEvents, growingPurchases, type PurchaseState } from './sales.tables';
import { textsIn } from './sales.texts';

export const plantGoods: Goods = {
  income: 'club.plant_sales',
  async deliver(tx, deps, order, now) {
    await tellOfStock(tx, deps, await stepPurchase(tx, order, { from: 'reserved', to: 'sold' }, now), now);
    await noteEvent(tx, order, 'bought', now);
  },
  async release(tx, deps, order, now) {
    await tellOfStock(tx, deps, await stepPurchase(tx, order, { from: 'reserved', to: 'ended' }, now), now);
  },
  async takeBack(tx, deps, order, now) {
    const saleLabel = await stepPurchase(tx, order, { from: 'sold', to: 'returned' }, now).catch((error: unknown) => {
      if (findFailure(error)?.constraint === 'growing_purchases_begun') {
        throw new NotReturnable('Its plants have begun to grow.');
      }
      throw error;
    });
    await tellOfStock(tx, deps, saleLabel, now);
    await noteEvent(tx, order, 'returned', now);
  },
  describe: describePlants,
};

/** An order's plants are numbered at once, so their numbers have no gap. */
async function describePlants(db: Queryable, label: string): Promise<Delivered> {
  const { roomCode, position, orderLabel } = growingPlants;
  const rows = await db
    .select({ roomCode, first: min(position), last: max(position), count: count() })
    .from(growingPlants)
    .where(eq(orderLabel, label))
    .groupBy(roomCode)
    .orderBy(roomCode);
  const plants = rows.map((row) => ({
    first: plantNumber(row.roomCode, row.first ?? 0),
    last: plantNumber(row.roomCode, row.last ?? 0),
    count: row.count,
  }));
  return { plants, words: { en: textsIn('en').yourPlants(plants), de: textsIn('de').yourPlants(plants) } };
}

/** Returns the label of the sale. */
async function stepPurchase(
  tx: Tx,
  { label }: OrderRow,
  { from, to }: { from: PurchaseState; to: PurchaseState },
  now: Date,
): Promise<string> {
  const [stepped] = await tx
    .update(growingPurchases)
    .set({ state: to, changedAt: now })
    .where(and(eq(growingPurchases.orderLabel, label), eq(growingPurchases.state, from)))
    .returning({ saleLabel: growingPurchases.saleLabel });
  if (!stepped) throw new Error(`The plants of order ${label} are not ${from}`);
  return stepped.saleLabel;
}

/** In the transaction of the purchase, so that no purchase is missed and none counts twice. */
const noteEvent = (tx: Tx, { label }: OrderRow, kind: 'bought' | 'returned', now: Date) =>
  tx.insert(growingPurchaseEvents).values({ kind, orderLabel: label, at: now });
