/** Commissions follow the purchase of plants, in its transaction (docs/product/affiliate.md#commissions). */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { affiliateConfig } from '../../affiliate-config';
import type { Tx } from '../../database/database';
import { findFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { isStaff } from '../../members/permissions';
import { type Goods, newLabel, type OrderRow } from '../../wallet/wallet';
import { affiliateCommissions } from './commissions.tables';
import { partOf } from './rate';

const dayMs = 24 * 60 * 60_000;

/** Adds commissions to goods: they are created when the goods are delivered, and reversed when they are taken back. */
export const withCommissions = (goods: Goods): Goods => ({
  ...goods,
  async deliver(tx, deps, order, now) {
    await goods.deliver(tx, deps, order, now);
    await createCommissions(tx, order, now);
  },
  async takeBack(tx, deps, order, now) {
    await goods.takeBack(tx, deps, order, now);
    await reverseCommissions(tx, order, now);
  },
});

/** Somebody above may be moved, or leave, between the reading of the line and the writing. The payment must not fail. */
const attempts = 5;

/** What commissions need of an order. */
type Paid = Pick<OrderRow, 'label' | 'userId' | 'amount' | 'currency'>;

/** Creates the commissions of a paid order. An order that has some already gets no more. */
export async function createCommissions(tx: Tx, order: Paid, now: Date): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(tx, (inner) => writeCommissions(inner, order, now));
    } catch (error) {
      const hasLineChanged = findFailure(error)?.constraint === 'affiliate_commissions_upline';
      if (!hasLineChanged || attempt === attempts) throw error;
    }
  }
}

async function writeCommissions(tx: Tx, order: Paid, now: Date): Promise<void> {
  const { rates, pending_days } = affiliateConfig();
  const upline = await listUpline(tx, order.userId, rates.length);
  const rows = upline
    .filter(({ permissions, deletedAt }) => deletedAt === null && !isStaff({ permissions }))
    .map(({ id: userId, level }) => {
      const rate = rates[level - 1] as number;
      return {
        ...{ id: newLabel('CM'), userId, level, rate, amount: partOf(order.amount, rate) },
        ...{ buyerId: order.userId, orderLabel: order.label, baseAmount: order.amount, currency: order.currency },
        ...{ status: 'pending' as const, createdAt: now, maturesAt: new Date(now.getTime() + pending_days * dayMs) },
      };
    })
    .filter(({ amount }) => amount > 0n);
  if (rows.length === 0) return;
  const { orderLabel, level } = affiliateCommissions;
  await tx
    .insert(affiliateCommissions)
    .values(rows)
    .onConflictDoNothing({ target: [orderLabel, level] });
}

/**
 * Reverses the commissions of a refunded order. Here only their state changes. The money of each member follows in a
 * transaction that locks this member, because the refund has locked another one.
 */
export const reverseCommissions = (tx: Tx, { label }: Pick<OrderRow, 'label'>, now: Date) =>
  tx
    .update(affiliateCommissions)
    .set({ status: 'reversed', reversedAt: now, reason: 'refund' })
    .where(and(eq(affiliateCommissions.orderLabel, label), inArray(affiliateCommissions.status, ['pending', 'paid'])));

interface Earner {
  id: number;
  level: number;
  permissions: string[];
  deletedAt: string | null;
}

/** A deleted member keeps the place in the line, so nobody above moves up. */
async function listUpline(tx: Tx, userId: number, levels: number): Promise<Earner[]> {
  const { rows } = await tx.execute<{ [K in keyof Earner]: Earner[K] }>(sql`
    with recursive upline(id, level) as (
      select referrer_id, 1 from ${users} where id = ${userId} and referrer_id is not null
      union all
      select u.referrer_id, level + 1 from upline join ${users} as u on u.id = upline.id
      where level < ${levels} and u.referrer_id is not null
    )
    select u.id, upline.level, u.permissions, u.deleted_at as "deletedAt"
    from upline join ${users} as u on u.id = upline.id order by upline.level`);
  return rows;
}
