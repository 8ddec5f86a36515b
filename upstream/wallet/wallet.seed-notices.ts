/** The notifications that belong to what the demo club's wallets have in their past. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Tx } from '../database/database';
import type { NewNotification } from '../notifications/notifications';
import { inWords, minorUnitsOf } from './amounts';
import { orderNotice } from './orders/orders.notices';
import { walletOrderSteps, walletOrders } from './orders/orders.tables';
import { walletTransactions } from './transactions/transactions.tables';
import { accountNotice } from './withdraw-accounts/withdraw-accounts.notices';
import { walletWithdrawAccounts } from './withdraw-accounts/withdraw-accounts.tables';
import { endNotice } from './withdrawals/withdrawals.notices';
import { walletWithdrawalSteps, walletWithdrawals } from './withdrawals/withdrawals.tables';

/** Returns what the member was told of their wallet after `since`, in no order. */
export async function listWalletNotices(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  return [
    ...(await listOfOrders(tx, userId, since)),
    ...(await listOfWithdrawals(tx, userId, since)),
    ...(await listOfBonuses(tx, userId, since)),
    ...(await listOfAccounts(tx, userId, since)),
  ];
}

async function listOfOrders(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const rows = await tx
    .select({ order: walletOrders, step: walletOrderSteps })
    .from(walletOrderSteps)
    .innerJoin(walletOrders, eq(walletOrders.label, walletOrderSteps.orderLabel))
    .where(and(eq(walletOrders.userId, userId), eq(walletOrders.type, 'deposit'), gt(walletOrderSteps.at, since)))
    .orderBy(asc(walletOrderSteps.id));
  return rows.flatMap(({ order, step: { status, note, at } }) => {
    const { amount } = order;
    switch (status) {
      case 'paid':
        return [orderNotice({ event: 'paid', order, amount }, at)];
      case 'refunded':
        return [orderNotice({ event: 'refunded', order, amount }, at)];
      case 'partially_paid':
        return [orderNotice({ event: 'part', order, amount: minorUnitsOf(note?.split(':')[1] ?? '0.00') }, at)];
      default:
        return [];
    }
  });
}

async function listOfWithdrawals(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const rows = await tx
    .select({ withdrawal: walletWithdrawals, step: walletWithdrawalSteps })
    .from(walletWithdrawalSteps)
    .innerJoin(walletWithdrawals, eq(walletWithdrawals.label, walletWithdrawalSteps.withdrawalLabel))
    .where(and(eq(walletWithdrawals.userId, userId), gt(walletWithdrawalSteps.at, since)))
    .orderBy(asc(walletWithdrawalSteps.id));
  return rows.flatMap(({ withdrawal, step: { status, at } }) =>
    status === 'completed' || status === 'returned' ? [endNotice(status, withdrawal, at)] : [],
  );
}

async function listOfBonuses(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const rows = await tx
    .select()
    .from(walletTransactions)
    .where(
      and(
        eq(walletTransactions.userId, userId),
        eq(walletTransactions.type, 'bonus'),
        gt(walletTransactions.bookedAt, since),
      ),
    )
    .orderBy(asc(walletTransactions.position));
  return rows.map(({ label, amount, currency, bookedAt }) => ({
    ...{ userId, type: 'wallet.bonus', class: 'wallet', status: 'success' as const },
    title: { en: `Bonus: ${inWords(amount, currency, 'en')}`, de: `Bonus: ${inWords(amount, currency, 'de')}` },
    description: { en: 'The money is in your balance.', de: 'Das Geld ist in deinem Guthaben.' },
    url: `/financial/transaction/${label}`,
    now: bookedAt,
  }));
}

async function listOfAccounts(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const rows = await tx
    .select()
    .from(walletWithdrawAccounts)
    .where(and(eq(walletWithdrawAccounts.userId, userId), gt(walletWithdrawAccounts.createdAt, since)))
    .orderBy(asc(walletWithdrawAccounts.id));
  return rows.map((account) => accountNotice(userId, account, 'added', account.createdAt));
}
