import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../database/database';
import { type PersonalData, withhold } from '../database/personal-data';
import type { Language } from '../http/env';
import { idempotencyKeys } from '../http/idempotency.tables';
import { getStanding } from '../ledger/ledger';
import { inWords } from './amounts';
import { walletBankOverrules } from './bank/bank.tables';
import { getLimits } from './limits/limits';
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

const staff = 'it is the work of the staff, not about the member';

const withholds = [
  withhold(
    idempotencyKeys,
    ['key', 'requestHash', 'status', 'body', 'createdAt'],
    'they repeat for 24 hours what the other files hold',
  ),
  withhold(walletTransactions, ['accountId', 'position', 'entryId'], 'they only number the rows'),
  withhold(walletTransactions, ['typeTotal'], 'it is the sum of rows that are exported'),
  withhold(walletTransactions, ['referenceKind'], 'the beginning of the reference says it'),
  withhold(walletWithdrawAccounts, ['type'], 'all accounts are of one type'),
  withhold(walletWithdrawAccounts, ['enabledFor'], 'it is a name that the member had; the name stands in the account'),
  withhold(walletWithdrawals, ['draftId', 'transactionLabel'], 'they only connect rows'),
  withhold(walletWithdrawals, ['fourEyesFrom', 'approvedBy', 'payoutFileId'], staff),
  withhold(walletWithdrawals, ['cancelTokenHash'], 'it is made of a secret'),
  withhold(walletWithdrawalSteps, ['id', 'withdrawalLabel'], 'they only connect rows'),
  withhold(walletWithdrawalSteps, ['staffId'], staff),
  withhold(
    walletPayoutFiles,
    ['id', 'createdAt', 'createdBy', 'transfers', 'total', 'xml'],
    'a file for the bank names many members',
  ),
  withhold(
    walletBankOverrules,
    ['id', 'kind', 'lineId', 'transferId', 'sameAs', 'reason', 'proposedBy', 'confirmedBy', 'at'],
    staff,
  ),
];

/** The wallet's part of a member's personal data. */
export const walletData: PersonalData = {
  exports: walletExports,
  deletes: [walletWithdrawalDrafts, idempotencyKeys],
  keeps: [
    ...[
      walletTransactions,
      walletOrders,
      walletWithdrawAccounts,
      walletWithdrawals,
      walletWithdrawalSteps,
      walletPayoutFiles,
    ].map((table) => ({ table, because })),
    { table: walletBankOverrules, because: 'they show which two of the staff decided about a transfer' },
  ],
  withholds,
  anonymise: forgetAccounts,
  obstacles: listOpenMatters,
};

/** Deletes accounts that no withdrawal used, because they are no record of a payment. The others lose their name. */
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

/** Returns what the member has to settle first: money, debt, open orders and open withdrawals. */
async function listOpenMatters(db: Queryable, userId: number, language: Language): Promise<string[]> {
  const texts = obstaclesIn[language];
  const { available, held, debt } = await getStanding(db, userId, 'EUR');
  const { openOrders, openWithdrawals } = await getLimits(db, userId, new Date());
  return [
    ...(available + held > 0n ? [texts.balance(inWords(available + held, 'EUR', language))] : []),
    ...(debt > 0n ? [texts.debt(inWords(debt, 'EUR', language))] : []),
    ...(openOrders > 0 ? [texts.orders(openOrders)] : []),
    ...(openWithdrawals > 0 ? [texts.withdrawals(openWithdrawals)] : []),
  ];
}

const obstaclesIn = {
  en: {
    balance: (amount: string) => `There is ${amount} in your wallet: withdraw it first.`,
    debt: (amount: string) => `You owe the club ${amount}: pay it in first.`,
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
    debt: (amount: string) => `Du schuldest dem Verein ${amount}: Zahle den Betrag zuerst ein.`,
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
