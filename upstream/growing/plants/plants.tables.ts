import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, label } from '../../database/columns';
import { users } from '../../members/members.tables';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { growingRooms } from '../rooms/rooms.tables';
import { growingSales } from '../sales/sales.tables';

/** One row for each plant that was ever sold. Triggers alone write it: the steps of purchases, and losses. */
export const growingPlants = pgTable(
  'growing_plants',
  {
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    /** The running number in the room. The plant's number is `B2-00417`. */
    position: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    orderLabel: label()
      .notNull()
      .references(() => walletOrders.label, { onDelete: 'restrict' }),
    saleLabel: label()
      .notNull()
      .references(() => growingSales.label, { onDelete: 'restrict' }),
    purchasedAt: instant().notNull(),
    firstCycle: integer().notNull(),
    /** The last cycle in which it grows. A loss moves it on by one. */
    lastCycle: integer().notNull(),
    /** Set when its order was refunded. */
    returnedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.roomCode, t.position] }),
    // It has all that the way to a page needs.
    index('growing_plants_of_member').on(t.userId, t.roomCode, t.position, t.returnedAt),
    index('growing_plants_of_order').on(t.orderLabel, t.position),
    check('growing_plants_position', sql`${t.position} between 1 and 999999`),
    check('growing_plants_cycles', sql`${t.firstCycle} >= 1 and ${t.lastCycle} >= ${t.firstCycle}`),
  ],
);

/** A plant that was lost in a cycle. It has no share in that harvest. Append-only. */
export const growingLosses = pgTable(
  'growing_losses',
  {
    roomCode: text().notNull(),
    position: integer().notNull(),
    cycle: integer().notNull(),
    lostAt: instant().notNull(),
    /** Members read it. */
    reason: text().notNull(),
    reasonDe: text().notNull(),
    staffId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    primaryKey({ columns: [t.roomCode, t.cycle, t.position] }),
    foreignKey({
      columns: [t.roomCode, t.position],
      foreignColumns: [growingPlants.roomCode, growingPlants.position],
    }).onDelete('restrict'),
    check('growing_losses_reason', sql`char_length(${t.reason}) between 1 and 200`),
    check('growing_losses_reason_de', sql`char_length(${t.reasonDe}) between 1 and 200`),
  ],
);

/** How many plants a member has in a room, by their cycles. Kept by the triggers that write plants. */
export const growingHoldings = pgTable(
  'growing_holdings',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    firstCycle: integer().notNull(),
    lastCycle: integer().notNull(),
    plants: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.roomCode, t.firstCycle, t.lastCycle] }),
    check('growing_holdings_plants', sql`${t.plants} >= 0`),
  ],
);

/** How many plants of all members a room has, by their cycles. Kept by the triggers that write plants. */
export const growingStock = pgTable(
  'growing_stock',
  {
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    firstCycle: integer().notNull(),
    lastCycle: integer().notNull(),
    plants: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomCode, t.firstCycle, t.lastCycle] }),
    check('growing_stock_plants', sql`${t.plants} >= 0`),
  ],
);
