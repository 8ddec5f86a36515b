import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { openOrder } from '../limits/limits';
import { goodsOf } from './goods';
import { releaseHolds } from './holds';
import { lockOrder, type OrderRow, type Step, stepOrder } from './order-steps';
import { isCancelable } from './show-orders';

/**
 * Ends an order that is not paid in full. What was held is available again, and what was reserved is given up.
 * @returns the order, and the label of the transaction that released money, or null
 */
export async function endOrder(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster' | 'goods'>,
  order: OrderRow,
  step: Step & { to: 'expired' | 'canceled' },
  now: Date,
): Promise<{ order: OrderRow; transactionLabel: string | null }> {
  const transactionLabel = await releaseHolds(tx, order, now);
  const ended = await stepOrder(tx, order, { ...step, set: { held: 0n } }, now);
  await goodsOf(deps, order)?.release(tx, deps, ended, now);
  return { order: ended, transactionLabel };
}

/**
 * Ends an unpaid order because what it buys is no longer wanted. After a transfer it is expired and not canceled, and
 * what came in stays in the balance. Does nothing if it has ended.
 * @throws NotFound
 */
export async function endUnpaidOrder(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster' | 'goods'>,
  { label, by }: { label: string } & Pick<Step, 'by'>,
  now: Date,
): Promise<void> {
  const { order } = await lockOrder(tx, label);
  if (!openOrder.includes(order.status)) return;
  const to = isCancelable(order) ? ('canceled' as const) : ('expired' as const);
  await endOrder(tx, deps, order, { to, ...(by && { by }) }, now);
}
