import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { goodsOf } from './goods';
import { releaseHolds } from './holds';
import { type OrderRow, type Step, stepOrder } from './order-steps';

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
