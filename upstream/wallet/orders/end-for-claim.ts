/** Ends orders because the bank reversed a payment of the member. */
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { getBalances } from '../../ledger/ledger';
import type { UserRow } from '../../members/users';
import { endOrder } from './end';
import { noteOf } from './notes';
import { tellOfOrder } from './orders.notices';
import { walletOrders } from './orders.tables';

const currency = 'EUR';

/**
 * Ends unpaid orders that hold money, the newest first, until the available money covers `amount` or none is left. The
 * caller has locked the member. The member is told.
 */
export async function endPurchasesForClaim(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster' | 'goods'>,
  { member, amount }: { member: UserRow; amount: bigint },
  now: Date,
): Promise<void> {
  const holding = await tx
    .select()
    .from(walletOrders)
    .where(and(eq(walletOrders.userId, member.id), eq(walletOrders.currency, currency), gt(walletOrders.held, 0n)))
    .orderBy(desc(walletOrders.createdAt), walletOrders.label)
    .for('update');
  for (const order of holding) {
    const { available } = await getBalances(tx, member.id, currency);
    if (available >= amount) return;
    const note = noteOf('reversed', amount, order);
    const ended = await endOrder(tx, deps, order, { to: 'expired', note }, now);
    const released = ended.transactionLabel ? { transactionLabel: ended.transactionLabel } : {};
    await tellOfOrder(tx, deps, { event: 'expired', order: ended.order, member, amount: order.held, ...released }, now);
  }
}
