/** Moves an order from one state to the next, with its history and its audit row. */
import { and, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/orders';
import { type AuditEntry, writeAudit } from '../../database/audit';
import type { Queryable, Tx } from '../../database/database';
import { NotFound } from '../../http/problems';
import { lockUser, type UserRow } from '../../members/users';
import type { Note } from './notes';
import { walletOrderSteps, walletOrders } from './orders.tables';

export type OrderRow = typeof walletOrders.$inferSelect;
export type OrderType = OrderRow['type'];

/** True while the club waits for a transfer. */
export const isPayable = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'awaiting_payment' || status === 'partially_paid';

/**
 * Returns the part of the price that is still missing, in minor units. For plants and tickets only held money counts,
 * because a debt may have taken a part of what came in.
 */
export const missingOf = ({ type, amount, amountPaid, held }: OrderRow): bigint =>
  amount - (type === 'deposit' ? amountPaid : held);

/** Returns the order with this label, or null. Without `userId` it may belong to any member. */
export async function findOrder(db: Queryable, label: string, userId?: number): Promise<OrderRow | null> {
  const isOwn = userId === undefined ? undefined : eq(walletOrders.userId, userId);
  const [order] = await db
    .select()
    .from(walletOrders)
    .where(and(eq(walletOrders.label, label), isOwn));
  return order ?? null;
}

/**
 * Locks the member, then the order, and returns both as they are after any concurrent change.
 * @throws NotFound when there is no such order, or when it does not belong to `userId`
 */
export async function lockOrder(tx: Tx, label: string, userId?: number): Promise<{ order: OrderRow; member: UserRow }> {
  const found = await findOrder(tx, label, userId);
  if (!found) throw new NotFound();
  const member = await lockUser(tx, found.userId);
  const [order] = await tx.select().from(walletOrders).where(eq(walletOrders.label, label)).for('update');
  return { order: order as OrderRow, member };
}

export interface Step {
  to: OrderStatus;
  note?: Note;
  /** Fields that change with the state. */
  set?: Partial<Pick<OrderRow, 'amountPaid' | 'held' | 'paidAt'>>;
  /** Who did it. Without `by` it was time or the bank. */
  by?: Pick<AuditEntry, 'actorId' | 'ip' | 'requestId' | 'detail'>;
}

/**
 * Moves a locked order to its next state, or adds a note in its present state. Both write an audit row. The database
 * refuses steps that docs/product/wallet.md#order does not allow.
 */
export async function stepOrder(tx: Tx, order: OrderRow, step: Step, now: Date): Promise<OrderRow> {
  const { to, note, set, by } = step;
  const [stepped] = await tx
    .update(walletOrders)
    .set({ ...set, status: to })
    .where(and(eq(walletOrders.label, order.label), eq(walletOrders.status, order.status)))
    .returning();
  if (!stepped) throw new Error('The order was changed by somebody who did not lock it');
  await writeStep(tx, order, to, note, now);
  await writeAudit(tx, now, {
    actorId: null,
    ...by,
    action: `order.${to}`,
    userId: order.userId,
    detail: { order: order.label, ...(note && { note }), ...by?.detail },
  });
  return stepped;
}

/** Writes a line of the order's history. */
export async function writeStep(
  tx: Tx,
  { label }: Pick<OrderRow, 'label'>,
  status: OrderStatus,
  note: Note | undefined,
  at: Date,
): Promise<void> {
  await tx.insert(walletOrderSteps).values({ orderLabel: label, status, note: note ?? null, at });
}
