/**
 * Reads how much of the wallet's limits a member has used. Rules: docs/product/wallet.md#order and
 * docs/product/wallet.md#withdrawal.
 */
import { and, eq, gt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/orders';
import type { WithdrawalStatus } from '../../contract/withdrawals';
import type { Queryable } from '../../database/database';
import { prepared } from '../../database/prepared';
import { users } from '../../members/members.tables';
import { walletOrders } from '../orders/orders.tables';
import { walletConfig } from '../wallet.config';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';

const windowMs = 30 * 24 * 60 * 60_000;

export const openOrder: OrderStatus[] = ['pending', 'awaiting_payment', 'partially_paid'];
export const openWithdrawal: WithdrawalStatus[] = ['pending', 'approved', 'processing'];

/** Literals, because a generic plan for parameters does not use the partial indexes on open rows. */
const among = (states: string[]): SQL => sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`);
export const isOpenOrder: SQL = sql`${walletOrders.status} in ${among(openOrder)}`;
export const isOpenWithdrawal: SQL = sql`${walletWithdrawals.status} in ${among(openWithdrawal)}`;

/** Withdrawals in these states paid nothing, so they do not count. */
const withoutEffect: WithdrawalStatus[] = ['canceled', 'rejected', 'failed'];

export interface Limits {
  /** Minor units that the member may still withdraw within the limit of 30 days. */
  leftIn30Days: bigint;
  /** When the limit of 30 days has room for the smallest withdrawal again, or null if it has room now. */
  roomAt: Date | null;
  openOrders: number;
  openWithdrawals: number;
}

/** Reads the member's limits at `now` in one statement. */
export async function getLimits(db: Queryable, userId: number, now: Date): Promise<Limits> {
  const [used] = await selectUsed(db).execute({ userId, since: windowBefore(now) });
  if (!used) throw new Error('The member is gone');
  return limitsOf(used);
}

const selectUsed = prepared((db) =>
  db
    .select(usedOfLimits)
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('wallet_limits'),
);

const counted = and(
  eq(walletWithdrawals.userId, users.id),
  gt(walletWithdrawals.requestedAt, sql.placeholder('since')),
  notInArray(walletWithdrawals.status, withoutEffect),
);

/** The values from which limits are calculated, as columns of a query on `users`. `since` is `windowBefore` of now. */
export const usedOfLimits = {
  openOrders: sql<number>`(select count(*)::int from ${walletOrders}
    where ${and(eq(walletOrders.userId, users.id), isOpenOrder)})`,
  openWithdrawals: sql<number>`(select count(*)::int from ${walletWithdrawals}
    where ${and(eq(walletWithdrawals.userId, users.id), isOpenWithdrawal)})`,
  /** Oldest first. */
  counted: sql<{ amount: string; requestedAt: string }[]>`(
    select coalesce(json_agg(json_build_object('amount', amount::text, 'requestedAt', requested_at) order by requested_at), '[]')
    from ${walletWithdrawals} where ${counted})`,
};

export const windowBefore = (now: Date): string => new Date(now.getTime() - windowMs).toISOString();

interface LimitUsage {
  openOrders: number;
  openWithdrawals: number;
  counted: { amount: string; requestedAt: string }[];
}

export function limitsOf({ openOrders, openWithdrawals, counted }: LimitUsage): Limits {
  const withdrawn = counted.map(({ amount, requestedAt }) => ({
    amount: BigInt(amount),
    requestedAt: new Date(requestedAt),
  }));
  return { ...roomIn(withdrawn), openOrders, openWithdrawals };
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
