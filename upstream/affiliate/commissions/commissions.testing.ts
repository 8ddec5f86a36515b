/** Orders of plants that create commissions, without the calls and codes of members, for tests. */
import { eq } from 'drizzle-orm';
import type { TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { growingPurchases, growingSales } from '../../growing/sales/sales.tables';
import { lockClubAccounts } from '../../ledger/ledger';
import { verifyLedger } from '../../ledger/verify';
import { lockUser } from '../../members/users';
import { newKey } from '../../wallet/orders/orders.testing';
import { openPurchase, payFromBalance } from '../../wallet/orders/purchases';
import { refundOrder } from '../../wallet/orders/refund';
import { recordTransaction } from '../../wallet/transactions/record';
import { listWalletFaults } from '../../wallet/verify-wallet';
import { listCommissionFaults } from './verify-commissions';

type TestClub = Omit<TestDatabase, 'empty' | 'close'>;

/** Pays a credit, or takes what is negative, of minor units. */
export const credit = (club: TestClub, userId: number, amount: bigint, now: Date): Promise<{ label: string }> =>
  transaction(club.db, (tx) => {
    const postings = [
      { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount },
      { account: { kind: 'club.adjustment' as const, currency: 'EUR' }, amount: -amount },
    ];
    const entry = { kind: 'adjustment', key: `test:${newKey()}`, postings };
    return recordTransaction(tx, { userId, currency: 'EUR', type: 'adjustment', status: 'completed', entry }, now);
  });

/** Buys one plant from the balance, which must have the price, and returns the label of the order. */
export const buyAtOnce = (club: TestClub, sale: string, userId: number, now: Date): Promise<string> =>
  transaction(club.db, async (tx) => {
    const member = await lockUser(tx, userId);
    await lockClubAccounts(tx, ['club.plant_sales']);
    const [terms] = await tx.select().from(growingSales).where(eq(growingSales.label, sale)).for('update');
    const unitPrice = terms?.pricePerPlant ?? 0n;
    const title = { en: 'Plant', de: 'Pflanze' };
    const money = { unitPrice, currency: 'EUR', fromBalance: unitPrice };
    const caller = {
      ...{ ip: null, requestId: 'test', language: 'en' as const, userAgent: null, deviceTokens: [] },
      now,
    };
    const order = await openPurchase(tx, member, { type: 'plant_purchase', title, quantity: 1, ...money }, caller);
    const purchase = { orderLabel: order.label, saleLabel: sale, userId, quantity: 1, state: 'reserved' as const };
    await tx.insert(growingPurchases).values({ ...purchase, createdAt: now, changedAt: now });
    await payFromBalance(tx, club, { order, member, fromBalance: unitPrice }, now);
    return order.label;
  });

export const refundAtOnce = (club: TestClub, label: string, actorId: number, now: Date) =>
  transaction(club.db, (tx) => refundOrder(tx, club, { label, reason: 'Asked for', actorId }, now));

/** Returns what `ledger verify` finds. Tests give money that no transfer of the bank brought. */
export async function listBookFaults(club: TestClub): Promise<string[]> {
  const { faults } = await verifyLedger(club, [listWalletFaults, listCommissionFaults]);
  return faults.filter((fault) => !fault.startsWith('The bank transfers'));
}
