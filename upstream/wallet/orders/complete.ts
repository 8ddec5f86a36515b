import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { goodsOf } from './goods';
import { settleHolds } from './holds';
import { type OrderRow, stepOrder } from './order-steps';

/**
 * Completes a paid order. A deposit is in the balance already. For everything else the price is taken of what is held,
 * and the goods are delivered.
 */
export async function completeOrder(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster' | 'goods'>,
  order: OrderRow,
  now: Date,
): Promise<OrderRow> {
  const goods = goodsOf(deps, order);
  if (goods && order.held > 0n) await settleHolds(tx, order, goods, now);
  const completed = await stepOrder(tx, order, { to: 'completed', set: { held: 0n } }, now);
  await goods?.deliver(tx, deps, completed, now);
  return completed;
}
