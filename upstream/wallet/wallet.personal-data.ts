import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../database/database';
import type { Language } from '../http/env';
import { idempotencyKeys } from '../http/idempotency.tables';
import { getBalances } from '../ledger/ledger';
import type { PersonalData } from '../privacy/privacy';
import { inWords } from './amounts';
import { limitsOf } from './limits/limits';
import { walletOrders } from './orders/orders.tables';
import { walletTransactions } from './transactions/transactions.tables';
import { walletExports } from './wallet.exports';
import { walletWithdrawAccounts } from './withdraw-accounts/withdraw-accounts.tables';
import {
  walletPayoutFiles,
  walletWithdrawalDrafts,
  walletWithdrawalSteps,
  walletWithdrawals,
} from './withdrawals/withdrawals.tables';

const because = 'records of payments are kept by law';

/** What the wallet keeps of a member. */
export const walletData: PersonalData = {
  exports: walletExports,
  deletes: [walletWithdrawalDrafts, idempotencyKeys],
  keeps: [
    walletTransactions,
    walletOrders,
    walletWithdrawAccounts,
    walletWithdrawals,
    walletWithdrawalSteps,
    walletPayoutFiles,
  ].map((table) => ({ table, because })),
  anonymise: forgetAccounts,
  obstacles: findOpenMatters,
};

/** An account that no money went to is no record of a payment. */
async function forgetAccounts(tx: Tx, { id }: { id: number }, now: Date): Promise<void> {
  const { userId, deletedAt } = walletWithdrawAccounts;
  const used = tx.select({ id: walletWithdrawals.withdrawAccountId }).from(walletWithdrawals);
  const mine = eq(userId, id);
  await tx
    .delete(walletWithdrawAccounts)
    .where(and(mine, notInArray(walletWithdrawAccounts.id, used.where(eq(walletWithdrawals.userId, id)))));
  await tx
    .update(walletWithdrawAccounts)
    .set({ name: '-', isDefault: false, deletedAt: sql`coalesce(${deletedAt}, ${now.toISOString()}::timestamptz)` })
    .where(mine);
}

/** Money, and what moves money, has to be settled first. */
async function findOpenMatters(db: Queryable, userId: number, language: Language): Promise<string[]> {
  const texts = obstaclesIn[language];
  const { available, held } = await getBalances(db, userId, 'EUR');
  const { openOrders, openWithdrawals } = await limitsOf(db, userId, new Date());
  return [
    ...(available + held > 0n ? [texts.balance(inWords(available + held, 'EUR', language))] : []),
    ...(openOrders > 0 ? [texts.orders(openOrders)] : []),
    ...(openWithdrawals > 0 ? [texts.withdrawals(openWithdrawals)] : []),
  ];
}

const obstaclesIn = {
  en: {
    balance: (amount: string) => `There are ${amount} in your wallet: withdraw them first.`,
    orders: (count: number) =>
      count === 1
        ? 'You have an open order: pay or cancel it first.'
        : `You have ${count} open orders: pay or cancel them first.`,
    withdrawals: (count: number) =>
      count === 1
        ? 'A withdrawal is under way: wait until it is done.'
        : `${count} withdrawals are under way: wait until they are done.`,
  },
  de: {
    balance: (amount: string) => `Du hast ${amount} Guthaben: Zahle es zuerst aus.`,
    orders: (count: number) =>
      count === 1
        ? 'Du hast eine offene Bestellung: Bezahle oder storniere sie zuerst.'
        : `Du hast ${count} offene Bestellungen: Bezahle oder storniere sie zuerst.`,
    withdrawals: (count: number) =>
      count === 1
        ? 'Eine Auszahlung ist unterwegs: Warte, bis sie erledigt ist.'
        : `${count} Auszahlungen sind unterwegs: Warte, bis sie erledigt sind.`,
  },
};
