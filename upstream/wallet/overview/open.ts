/** The member's open orders and withdrawals, for the dashboard and the wallet page. */
import { desc, sql } from 'drizzle-orm';
import type { OpenItems } from '../../contract/wallet-open';
import type { Queryable } from '../../database/database';
import { prepared } from '../../database/prepared';
import type { Language } from '../../http/env';
import { isOpenOrder, isOpenWithdrawal } from '../limits/limits';
import { selectOrders } from '../orders/orders';
import { showOrder } from '../orders/show-orders';
import { selectWithdrawals, showWithdrawal } from '../withdrawals/show';

/**
 * Returns the newest `most` open orders and the newest `most` open withdrawals, and how many there are of each. One
 * statement reads both: no row of the one list has a partner in the other.
 */
export async function listOpenItems(
  db: Queryable,
  userId: number,
  most: number,
  language: Language,
): Promise<OpenItems> {
  const rows = await selectOpen(db).execute({ userId, limit: most, offset: 0 });
  // A row without a partner has nulls in the place of it.
  const orders = rows.flatMap(({ orders }) => (orders?.order.label ? [orders] : []));
  const withdrawals = rows.flatMap(({ withdrawals }) => (withdrawals?.row.label ? [withdrawals] : []));
  return {
    orders: { data: orders.map((one) => showOrder(one, language)), total: orders[0]?.total ?? 0 },
    withdrawals: { data: withdrawals.map(showWithdrawal), total: withdrawals[0]?.total ?? 0 },
  };
}

const selectOpen = prepared((db) => {
  const orders = selectOrders(db, isOpenOrder).as('orders');
  const withdrawals = selectWithdrawals(db, isOpenWithdrawal).as('withdrawals');
  return db
    .select()
    .from(orders)
    .fullJoin(withdrawals, sql`false`)
    .orderBy(desc(orders.order.createdAt), orders.order.label, desc(withdrawals.row.requestedAt), withdrawals.row.label)
    .prepare('wallet_open');
});
