/** Commissions of the demo club’s past, and the notifications about them. Nothing is mailed. */
import { and, asc, eq, gt, isNotNull, or } from 'drizzle-orm';
import { affiliateConfig } from '../../affiliate-config';
import type { Tx } from '../../database/database';
import type { NewNotification } from '../../notifications/notifications';
import { noticeOfPayment, noticeOfReversal } from './commissions.notices';
import { affiliateCommissions as c } from './commissions.tables';
import { createCommissions, reverseCommissions } from './create';
import { listDueMembers, settleNext, tellNobody } from './settle';

const currency = 'EUR';
const dayMs = 24 * 60 * 60_000;

interface Sold {
  label: string;
  userId: number;
  price: bigint;
  quantity: number;
}

/** What the demo history does with the plants of an order. */
interface PastPlants<Order extends Sold> {
  sell(tx: Tx, order: Order, at: Date): Promise<void>;
  takeBack(tx: Tx, order: { label: string }, at: Date): Promise<void>;
}

/** Adds commissions to the demo history of plants. `listLater` returns their payments up to `now`. */
export const withPastCommissions = <Order extends Sold, P extends PastPlants<Order>>(
  plants: P & PastPlants<Order>,
  now: Date,
) => ({
  ...plants,
  async sell(tx: Tx, order: Order, at: Date) {
    await plants.sell(tx, order, at);
    const { label, userId, price, quantity } = order;
    await createCommissions(tx, { label, userId, amount: price * BigInt(quantity), currency }, at);
  },
  async takeBack(tx: Tx, order: { label: string }, at: Date) {
    await plants.takeBack(tx, order, at);
    await reverseCommissions(tx, order, at);
    await settle(tx, at);
  },
  listLater(tx: Tx, at: Date) {
    const due = new Date(at.getTime() + affiliateConfig().pending_days * dayMs);
    return due <= now ? [{ at: due, act: () => settle(tx, due) }] : [];
  },
});

async function settle(tx: Tx, now: Date): Promise<void> {
  for (const userId of await listDueMembers(tx, now)) await settleNext(tx, tellNobody, userId, now);
}

/** Returns the member’s notifications about commissions after `since`. They have no order. */
export async function listCommissionNotices(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const rows = await tx
    .select()
    .from(c)
    .where(and(eq(c.userId, userId), or(gt(c.paidAt, since), and(isNotNull(c.settledAt), gt(c.settledAt, since)))))
    .orderBy(asc(c.createdAt), asc(c.level));
  return rows.flatMap((row) => [
    ...(row.paidAt && row.paidAt > since ? [noticeOfPayment(row, row.withheld, row.paidAt)] : []),
    ...(row.settledAt && row.settledAt > since ? [noticeOfReversal(row, row, row.settledAt)] : []),
  ]);
}
