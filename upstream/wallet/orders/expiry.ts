import { and, inArray, lte } from 'drizzle-orm';
import { describeFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { openOrder } from '../limits/limits';
import { endOrder } from './end';
import { lockOrder } from './order-steps';
import { tellOfOrder } from './orders.notices';
import { walletOrders } from './orders.tables';

/**
 * Expires every overdue open order in its own transaction. A payment at the same moment is booked before or after it.
 */
export async function expireOrders(deps: Deps, now: Date): Promise<void> {
  const due = await deps.db
    .select({ label: walletOrders.label })
    .from(walletOrders)
    .where(and(inArray(walletOrders.status, openOrder), lte(walletOrders.expiresAt, now)))
    .orderBy(walletOrders.expiresAt);
  for (const { label } of due) {
    await expireOrder(deps, label, now).catch((error: unknown) =>
      deps.log.error({ order: label, ...describeFailure(error) }, 'an order could not expire'),
    );
  }
}

const expireOrder = (deps: Deps, label: string, now: Date): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const { order, member } = await lockOrder(tx, label);
    if (!openOrder.includes(order.status)) return;
    const { order: expired, transactionLabel } = await endOrder(tx, deps, order, { to: 'expired' }, now);
    const released = transactionLabel ? { amount: order.held, transactionLabel } : { amount: 0n };
    await tellOfOrder(tx, deps, { event: 'expired', order: expired, member, ...released }, now);
  });
