import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { currency, instant, label, minorUnits } from '../../database/columns';
import { users } from '../../members/members.tables';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { growingRooms } from '../rooms/rooms.tables';

/** A sale of plants. Its terms never change; triggers keep `sold` and `reserved`. */
export const growingSales = pgTable(
  'growing_sales',
  {
    label: label().primaryKey(),
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    strain: text().notNull(),
    /** The cycle in which the plants begin. */
    firstCycle: integer().notNull(),
    /** The number of cycles of each plant. */
    cycles: integer().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    pricePerPlant: minorUnits().notNull(),
    currency: currency(),
    total: integer().notNull(),
    maxPerMember: integer().notNull(),
    /** The members' part of the surplus of each harvest, in hundredths of a percent. */
    memberShare: integer().notNull(),
    termsNote: text(),
    termsNoteDe: text(),
    /** Plants that have a number. */
    sold: integer().notNull().default(0),
    /** Plants of orders that are not paid yet. */
    reserved: integer().notNull().default(0),
    /** Set when staff close it before its end. */
    closedAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check(
      'growing_sales_stock',
      sql`${t.sold} >= 0 and ${t.reserved} >= 0 and ${t.sold} + ${t.reserved} <= ${t.total}`,
    ),
    check('growing_sales_total', sql`${t.total} between 1 and 999999`),
    check('growing_sales_max', sql`${t.maxPerMember} between 1 and ${t.total}`),
    check('growing_sales_cycles', sql`${t.firstCycle} >= 1 and ${t.cycles} between 1 and 100`),
    check('growing_sales_price', sql`${t.pricePerPlant} between 1 and 100000000`),
    check('growing_sales_share', sql`${t.memberShare} between 0 and 10000`),
    check('growing_sales_time', sql`${t.startsAt} < ${t.endsAt}`),
    check('growing_sales_note', sql`char_length(${t.termsNote}) <= 500 and char_length(${t.termsNoteDe}) <= 500`),
    index('growing_sales_by_end').on(t.endsAt.desc(), t.label),
  ],
);

export type PurchaseState = 'reserved' | 'sold' | 'ended' | 'returned';

/** What an order takes of a sale. */
export const growingPurchases = pgTable(
  'growing_purchases',
  {
    orderLabel: label()
      .primaryKey()
      .references(() => walletOrders.label, { onDelete: 'restrict' }),
    saleLabel: label()
      .notNull()
      .references(() => growingSales.label, { onDelete: 'restrict' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    quantity: integer().notNull(),
    state: text().$type<PurchaseState>().notNull(),
    createdAt: instant().notNull(),
    /** When it came into its state. */
    changedAt: instant().notNull(),
  },
  (t) => [
    check('growing_purchases_state', sql`${t.state} in ('reserved', 'sold', 'ended', 'returned')`),
    check('growing_purchases_quantity', sql`${t.quantity} > 0`),
    uniqueIndex('growing_purchases_one_open').on(t.saleLabel, t.userId).where(sql`${t.state} = 'reserved'`),
    index('growing_purchases_of_member').on(t.userId, t.saleLabel),
  ],
);

/** What happened to purchases, for modules that build on them. Append-only. */
export const growingPurchaseEvents = pgTable(
  'growing_purchase_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<'bought' | 'returned'>().notNull(),
    orderLabel: label()
      .notNull()
      .references(() => walletOrders.label, { onDelete: 'restrict' }),
    at: instant().notNull(),
  },
  (t) => [
    check('growing_purchase_events_kind', sql`${t.kind} in ('bought', 'returned')`),
    uniqueIndex('growing_purchase_events_once').on(t.orderLabel, t.kind),
  ],
);
