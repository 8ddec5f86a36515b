/** From one state of an order to the next, with all that is written beside it. */
import { and, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/orders';
import { type AuditEntry, writeAudit } from '../../database/audit';
import type { Queryable, Tx } from '../../database/database';
import { NotFound } from '../../http/problems';
import { lockUser, type UserRow } from '../../identity/identity';
import type { Note } from './notes';
import { walletOrderSteps, walletOrders } from './orders.tables';

export type OrderRow = typeof walletOrders.$inferSelect;
export type OrderType = OrderRow['type'];

/** True while the club waits for a transfer. */
export const isPayable = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'awaiting_payment' || status === 'partially_paid';

/** The order with this label, or null; without `userId` whoever's it is. */
export async function findOrder(db: Queryable, label: string, userId?: number): Promise<OrderRow | null> {
  const isOwn = userId === undefined ? undefined : eq(walletOrders.userId, userId);
  const [order] = await db
    .select()
    .from(walletOrders)
    .where(and(eq(walletOrders.label, label), isOwn));
  return order ?? null;
}

/**
 * The order as it stands once whoever is changing it is done, with its member, who is locked first.
 * @throws NotFound where there is none, or where it is not of `userId`
 */
export async function lockOrder(tx: Tx, label: string, userId?: number): Promise<{ order: OrderRow; member: UserRow }> {
  const found = await findOrder(tx, label, userId);
  if (!found) throw new NotFound();
  const member = await lockUser(tx, found.userId);
  const [order] = await tx.select().from(walletOrders).where(eq(walletOrders.label, label)).for('update');
  return { order: order as OrderRow, member };
}

interface Step {
  to: OrderStatus;
  note?: Note;
  /** What changes beside the state. */
  set?: Partial<Pick<OrderRow, 'amountPaid' | 'paidAt'>>;
  /** Who did it; nobody but time or the bank, unless given. */
  by?: Pick<AuditEntry, 'actorId' | 'ip' | 'requestId' | 'detail'>;
}

/**
 * Takes a locked order to its next state, or notes something of it in the state that it has; the audit log tells of
 * both. The database refuses steps that product/wallet.md does not allow.
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

/** A line of the order's history. */
export async function writeStep(
  tx: Tx,
  { label }: Pick<OrderRow, 'label'>,
  status: OrderStatus,
  note: Note | undefined,
  at: Date,
): Promise<void> {
  await tx.insert(walletOrderSteps).values({ orderLabel: label, status, note: note ?? null, at });
}
