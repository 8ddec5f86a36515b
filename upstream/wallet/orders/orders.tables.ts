import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Order, OrderStatus } from '../../contract/orders';
import { currency, instant, label, minorUnits } from '../../database/columns';
import { users } from '../../members/members.tables';

/** The states and their order: docs/product/wallet.md#order. A trigger refuses every other step. */
export const walletOrders = pgTable(
  'wallet_orders',
  {
    label: label().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    type: text().$type<Order['type']>().notNull(),
    status: text().$type<OrderStatus>().notNull(),
    amount: minorUnits().notNull(),
    /** All money that came in for the order, including surplus and late payments. */
    amountPaid: minorUnits().notNull().default(sql`0`),
    /** What is held of the member's balance for plants or tickets until the order is paid in full or has ended. */
    held: minorUnits().notNull().default(sql`0`),
    currency: currency(),
    paymentMethod: text().$type<Order['payment_method']>().notNull(),
    createdAt: instant().notNull(),
    /** An unpaid order expires at this time. */
    expiresAt: instant().notNull(),
    paidAt: instant(),
  },
  (t) => [
    check('wallet_orders_type', sql`${t.type} in ('deposit', 'plant_purchase', 'event_ticket')`),
    check(
      'wallet_orders_status',
      sql`${t.status} in ('pending', 'awaiting_payment', 'partially_paid', 'paid', 'completed', 'expired', 'canceled', 'refunded')`,
    ),
    check('wallet_orders_amount', sql`${t.amount} > 0 and ${t.amountPaid} >= 0`),
    check(
      'wallet_orders_paid',
      sql`${t.status} not in ('paid', 'completed', 'refunded') or ${t.amountPaid} >= ${t.amount}`,
    ),
    check(
      'wallet_orders_held',
      sql`${t.held} between 0 and ${t.amount} and (${t.held} = 0 or ${t.type} <> 'deposit' and ${t.status} in ('awaiting_payment', 'partially_paid', 'paid'))`,
    ),
    check('wallet_orders_method', sql`${t.paymentMethod} in ('bank_transfer', 'balance', 'mixed')`),
    index('wallet_orders_of_member').on(t.userId, t.createdAt.desc(), t.label),
    index('wallet_orders_open_of_member')
      .on(t.userId, t.createdAt.desc(), t.label)
      .where(sql`${t.status} in ('pending', 'awaiting_payment', 'partially_paid')`),
    index('wallet_orders_due')
      .on(t.expiresAt)
      .where(sql`${t.status} in ('pending', 'awaiting_payment', 'partially_paid')`),
  ],
);

export const walletOrderItems = pgTable(
  'wallet_order_items',
  {
    orderLabel: label()
      .notNull()
      .references(() => walletOrders.label, { onDelete: 'restrict' }),
    line: integer().notNull(),
    /** `deposit`, or what the order buys, in English. */
    title: text().notNull(),
    /** The same in German; null for a deposit. */
    titleDe: text(),
    quantity: integer().notNull(),
    unitPrice: minorUnits().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderLabel, t.line] }),
    check('wallet_order_items_quantity', sql`${t.quantity} > 0 and ${t.unitPrice} >= 0`),
  ],
);

/** The history of an order's states. */
export const walletOrderSteps = pgTable(
  'wallet_order_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderLabel: label()
      .notNull()
      .references(() => walletOrders.label, { onDelete: 'restrict' }),
    status: text().$type<OrderStatus>().notNull(),
    at: instant().notNull(),
    /** A key with an amount or with the words of the staff, such as `part:120.00`, or null. */
    note: text(),
  },
  (t) => [index('wallet_order_steps_order').on(t.orderLabel, t.id)],
);
