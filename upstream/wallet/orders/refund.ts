import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { recordTransaction } from '../transactions/record';
import { lockOrder, type OrderRow, stepOrder } from './order-steps';
import { tellOf } from './orders.notices';

/** The order is in a state in which nothing can go back. */
export class NotRefundable extends Error {
  override name = 'NotRefundable';

  constructor(readonly status: string) {
    super(`The order is ${status}`);
  }
}

/**
 * Takes back a completed order: its amount leaves the balance, and the club owes it to the member until it is
 * transferred (`club.payable`). A surplus stays in the balance.
 * @param reason words of the staff, which the member reads
 * @throws NotFound, NotRefundable; InsufficientFunds where the member has less by now
 */
export function refundOrder(deps: Deps, label: string, reason: string, now: Date): Promise<OrderRow> {
  return transaction(deps.db, async (tx) => {
    const { order, member } = await lockOrder(tx, label);
    if (order.status !== 'completed') throw new NotRefundable(order.status);
    const { amount } = order;
    const { label: transactionLabel } = await recordTransaction(tx, refundOf(order, reason), now);
    const by = { actorId: null, detail: { by: 'command line' } };
    const refunded = await stepOrder(tx, order, { to: 'refunded', note: `reason:${reason}`, by }, now);
    await tellOf(tx, deps, { event: 'refunded', order: refunded, member, amount, transactionLabel }, now);
    return refunded;
  });
}

const refundOf = ({ userId, currency, label, amount }: OrderRow, reason: string) => ({
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
      { account: { kind: 'member.available' as const, userId, currency }, amount: -amount },
      { account: { kind: 'club.payable' as const, currency }, amount },
    ],
  },
});
