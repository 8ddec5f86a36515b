/** What a member has used of the wallet's limits. Rules: product/wallet.md, "Order" and "Withdrawal". */
import { and, asc, eq, gt, inArray, notInArray } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/orders';
import type { WithdrawalStatus } from '../../contract/withdrawals';
import type { Queryable } from '../../database/database';
import { walletOrders } from '../orders/orders.tables';
import { walletConfig } from '../wallet.config';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';

const windowMs = 30 * 24 * 60 * 60_000;

export const openOrder: OrderStatus[] = ['pending', 'awaiting_payment', 'partially_paid'];
export const openWithdrawal: WithdrawalStatus[] = ['pending', 'approved', 'processing'];
/** They took nothing in the end. */
const withoutEffect: WithdrawalStatus[] = ['canceled', 'rejected', 'failed'];

export interface Limits {
  /** Minor units that may still be withdrawn of what 30 days allow. */
  leftIn30Days: bigint;
  /** When the smallest withdrawal fits into the 30 days again; null where it does now. */
  roomAt: Date | null;
  openOrders: number;
  openWithdrawals: number;
}

/** The member's limits at `now`. */
export async function limitsOf(db: Queryable, userId: number, now: Date): Promise<Limits> {
  const { amount, requestedAt, status, userId: owner } = walletWithdrawals;
  const counted = await db
    .select({ amount, requestedAt })
    .from(walletWithdrawals)
    .where(
      and(eq(owner, userId), gt(requestedAt, new Date(now.getTime() - windowMs)), notInArray(status, withoutEffect)),
    )
    .orderBy(asc(requestedAt));
  return {
    ...roomIn(counted),
    openOrders: await db.$count(
      walletOrders,
      and(eq(walletOrders.userId, userId), inArray(walletOrders.status, openOrder)),
    ),
    openWithdrawals: await db.$count(walletWithdrawals, and(eq(owner, userId), inArray(status, openWithdrawal))),
  };
}

/** @param counted oldest first */
function roomIn(counted: { amount: bigint; requestedAt: Date }[]): Pick<Limits, 'leftIn30Days' | 'roomAt'> {
  const { max_in_30_days: most, min: least } = walletConfig.withdrawal;
  const left = most - counted.reduce((sum, { amount }) => sum + amount, 0n);
  let room = left;
  let roomAt: Date | null = null;
  for (const { amount, requestedAt } of counted) {
    if (room >= least) break;
    room += amount;
    roomAt = new Date(requestedAt.getTime() + windowMs);
  }
  return { leftIn30Days: left > 0n ? left : 0n, roomAt };
}
