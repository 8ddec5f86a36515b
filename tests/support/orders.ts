import { newLabel } from '../../upstream/wallet/labels';
import { walletOrderItems, walletOrders } from '../../upstream/wallet/orders/orders.tables';
import type { Club } from './club';
import type { Member } from './members';

const DAY_MS = 24 * 3600_000;

/** Creates open orders of a member, the newest first. Returns their labels. */
export async function openOrders({ db, clock }: Club, { id }: Pick<Member, 'id'>, { count = 5, amount = 5000n } = {}) {
  const expiresAt = new Date(clock.now() + 14 * DAY_MS);
  const orders = Array.from({ length: count }, (_, age) => ({
    label: newLabel('OR'),
    userId: id,
    type: 'deposit' as const,
    status: 'awaiting_payment' as const,
    amount,
    paymentMethod: 'bank_transfer' as const,
    createdAt: new Date(clock.now() - age * 60_000),
    expiresAt,
  }));
  await db.insert(walletOrders).values(orders);
  const item = { line: 1, title: 'deposit', quantity: 1, unitPrice: amount };
  await db.insert(walletOrderItems).values(orders.map(({ label }) => ({ orderLabel: label, ...item })));
  return orders.map(({ label }) => label);
}
