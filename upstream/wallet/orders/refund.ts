import type { AuditEntry } from '../../database/audit';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { UserRow } from '../../members/users';
import { recordTransaction } from '../transactions/record';
import { goodsOf } from './goods';
import { lockOrder, type OrderRow, stepOrder } from './order-steps';
import { tellOfOrder } from './orders.notices';

/** The order is in a state that allows no refund. */
export class NotRefundable extends Error {
  override name = 'NotRefundable';

  constructor(readonly status: string) {
    super(`The order is ${status}`);
  }
}

/**
 * Locks the order and its member, and returns both.
 * @throws NotFound, NotRefundable
 */
export async function lockRefundable(tx: Tx, label: string): Promise<{ order: OrderRow; member: UserRow }> {
  const locked = await lockOrder(tx, label);
  if (locked.order.status !== 'completed') throw new NotRefundable(locked.order.status);
  return locked;
}

interface Refund {
  label: string;
  /** The member reads it. */
  reason: string;
  /** Who refunds the order; null for the club itself. */
  actorId: number | null;
  /** How. Unless told otherwise staff do it at the command line. */
  by?: Pick<AuditEntry, 'ip' | 'requestId' | 'detail'>;
}

/**
 * Refunds a completed order. The amount of a deposit leaves the balance, and the club owes it to the member until the
 * transfer (`club.payable`); a surplus stays in the balance. The price of anything else returns to the balance, and the
 * goods are taken back.
 * @throws NotFound, NotRefundable; NotReturnable; InsufficientFunds when the balance is smaller than a deposit
 */
export async function refundOrder(
  tx: Tx,
  deps: Deps,
  { label, reason, actorId, by = { detail: { by: 'command line' } } }: Refund,
  now: Date,
): Promise<OrderRow> {
  const { order, member } = await lockRefundable(tx, label);
  const { amount } = order;
  const { label: transactionLabel } = await recordTransaction(tx, refundOf(deps, order, reason), now);
  const refunded = await stepOrder(
    tx,
    order,
    { to: 'refunded', note: `reason:${reason}`, by: { ...by, actorId } },
    now,
  );
  await goodsOf(deps, order)?.takeBack(tx, deps, refunded, now);
  await tellOfOrder(tx, deps, { event: 'refunded', order: refunded, member, amount, transactionLabel }, now);
  return refunded;
}

const refundOf = (deps: Pick<Deps, 'goods'>, order: OrderRow, reason: string) => {
  const { userId, currency, label, amount } = order;
  const goods = goodsOf(deps, order);
  const toMember = goods ? amount : -amount;
  return {
    userId,
    currency,
    type: 'refund' as const,
    status: 'completed' as const,
    reference: { kind: 'order', label },
    note: reason,
    entry: {
      kind: 'order.refund',
      key: `order:${label}:refund`,
      postings: [
        { account: { kind: 'member.available' as const, userId, currency }, amount: toMember },
        { account: { kind: goods?.income ?? ('club.payable' as const), currency }, amount: -toMember },
      ],
    },
  };
};
