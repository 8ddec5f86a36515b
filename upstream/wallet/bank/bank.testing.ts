/** Statements and orders, for tests of the bank side. */
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { findAccount, getBalances } from '../../ledger/ledger';
import { verifyLedger } from '../../ledger/verify';
import { newLabel } from '../labels';
import { walletOrders } from '../orders/orders.tables';
import { walletConfig } from '../wallet.config';
import { aMember, now } from '../wallet.testing';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { anAccount, approve, aWithdrawal } from '../withdrawals/withdrawals.testing';
import { walletBankTransfers } from './bank.tables';
import { importStatements } from './import';
import { exportPayouts } from './payouts';
import { type WrittenEntry, writeStatement } from './statement-writer';

let references = 0;

/** An entry of the club's statement; what is not named is new and of today. */
export const entryOf = (entry: Partial<WrittenEntry> & { amount: bigint }): WrittenEntry => ({
  bankReference: `B${++references}`,
  bookedOn: '2026-11-20',
  ...entry,
});

export const statementOf = (entries: WrittenEntry[], iban = walletConfig.bank.iban) =>
  writeStatement({ id: 'S1', iban, at: now, entries });

/** Imports one statement with these entries. */
export const importEntries = (deps: Deps, ...entries: WrittenEntry[]) =>
  transaction(deps.db, (tx) => importStatements(tx, deps, statementOf(entries), now));

/** Label of an order that waits for `amount` minor units. */
export async function anOrder({ db }: Pick<Deps, 'db'>, userId: number, amount: bigint): Promise<string> {
  const label = newLabel('OR');
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const money = { amount, paymentMethod: 'bank_transfer' as const };
  const row = { label, userId, type: 'deposit' as const, status: 'awaiting_payment' as const, ...money };
  await db.insert(walletOrders).values({ ...row, createdAt: now, expiresAt });
  return label;
}

/** Two withdrawals of 100.00 with a fee of 1.00 that the bank was told of in one file; their member has 100.00 left. */
export async function twoPayouts(deps: Deps) {
  const [userId, greta, otto] = [await aMember(deps), await aMember(deps), await aMember(deps)];
  await importEntries(deps, entryOf({ amount: 30_000n, remittance: await anOrder(deps, userId, 30_000n) }));
  const accountId = await anAccount(deps, userId);
  const payout = async () => {
    const label = await aWithdrawal(deps, { userId, accountId, amount: 10_000n, fee: 100n });
    await approve(deps, label, greta);
    return label;
  };
  const labels: [string, string] = [await payout(), await payout()];
  const { file } = await transaction(deps.db, (tx) => exportPayouts(tx, otto, now));
  return { userId, labels, fileId: file?.id as string };
}

/** The statement with its one entry booked as the batch of a payout file. */
export const asBatchOf = (fileId: string, statement: string) =>
  statement.replace('<TxDtls>', `<Btch><PmtInfId>${fileId}</PmtInfId></Btch><TxDtls>`);

export const availableOf = async ({ db }: Pick<Deps, 'db'>, userId: number) =>
  (await getBalances(db, userId, 'EUR')).available;

export const balanceOf = async ({ db }: Pick<Deps, 'db'>, kind: 'club.bank' | 'club.payable' | 'club.adjustment') =>
  (await findAccount(db, { kind, currency: 'EUR' }))?.balance ?? 0n;

/** The ledger is right, and its bank account is the bank's. */
export async function expectAgreement(deps: Deps): Promise<void> {
  expect((await verifyLedger(deps)).faults).toEqual([]);
  const transfers = await deps.db.select({ amount: walletBankTransfers.amount }).from(walletBankTransfers);
  expect(-(await balanceOf(deps, 'club.bank'))).toBe(transfers.reduce((sum, { amount }) => sum + amount, 0n));
}

/** What became of every transfer, in the order in which they were booked. */
export const outcomesOf = async ({ db }: Pick<Deps, 'db'>) =>
  (await db.select().from(walletBankTransfers).orderBy(asc(walletBankTransfers.id))).map(({ outcome }) => outcome);

/** Of an order or a withdrawal. */
export const statusOf = async ({ db }: Pick<Deps, 'db'>, label: string) =>
  label.startsWith('OR')
    ? (await db.select().from(walletOrders).where(eq(walletOrders.label, label)))[0]?.status
    : (await db.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label)))[0]?.status;

/** One letter further on, so that the check character is wrong. */
export const withTypo = (label: string) => `${label.slice(0, 4)}${label[4] === '7' ? '8' : '7'}${label.slice(5)}`;
