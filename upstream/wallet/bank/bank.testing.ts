/** Statements and orders, for tests of the bank side. */
import { asc, eq, ne } from 'drizzle-orm';
import { expect } from 'vitest';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { findAccount, getBalances } from '../../ledger/ledger';
import { verifyLedger } from '../../ledger/verify';
import { newLabel } from '../labels';
import { walletOrders } from '../orders/orders.tables';
import { listWalletFaults } from '../verify-wallet';
import { walletConfig } from '../wallet.config';
import { aMember, now } from '../wallet.testing';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { anAccount, approve, aWithdrawal } from '../withdrawals/withdrawals.testing';
import { walletBankTransfers } from './bank.tables';
import { type Entry, plainStyle, type Style, writeAs } from './bank-days.testing';
import { importStatements } from './import';
import { exportPayouts } from './payouts';
import { type WrittenEntry, writeStatement } from './statement-writer';

let references = 0;

/** Returns an entry of the club's statement. By default it has a new reference and is of today. */
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

export const day = '2026-11-20';

/** Returns an entry of `day` with one transfer, by default of 500.00 euros. */
export const pay = (label = '', amount = 50_000n, reference?: string): Entry => ({
  day,
  parts: [{ amount, name: 'Ida Roth', remittance: label }],
  reference,
});

/** Imports one statement of the entries. `opening` is the balance before them. */
export const importAs = (deps: Deps, entries: Entry[], opening = 0n, style: Partial<Style> = {}) =>
  transaction(deps.db, (tx) =>
    importStatements(tx, deps, writeAs({ ...plainStyle, ...style }, walletConfig.bank.iban, entries, opening), now),
  );

/** Adds a member with orders of 50,000.00 euros. */
export async function withOrders(deps: Deps, count = 1) {
  const userId = await aMember(deps);
  const labels: string[] = [];
  for (let n = 0; n < count; n++) labels.push(await anOrder(deps, userId, 5_000_000n));
  return { userId, labels };
}

/** Returns the label of an order that awaits `amount` minor units. */
export async function anOrder({ db }: Pick<Deps, 'db'>, userId: number, amount: bigint): Promise<string> {
  const label = newLabel('OR');
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const money = { amount, paymentMethod: 'bank_transfer' as const };
  const row = { label, userId, type: 'deposit' as const, status: 'awaiting_payment' as const, ...money };
  await db.insert(walletOrders).values({ ...row, createdAt: now, expiresAt });
  return label;
}

/** Adds two withdrawals of 100.00 with a fee of 1.00, exported in one file. Their member has 100.00 left. */
export async function twoPayouts(deps: Deps) {
  const [userId, greta, otto] = [await aMember(deps), await aMember(deps), await aMember(deps)];
  await importEntries(deps, entryOf({ amount: 30_000n, remittance: await anOrder(deps, userId, 30_000n) }));
  const withdrawAccountId = await anAccount(deps, userId);
  const payout = async () => {
    const label = await aWithdrawal(deps, { userId, withdrawAccountId, amount: 10_000n, fee: 100n });
    await approve(deps, label, greta);
    return label;
  };
  const labels: [string, string] = [await payout(), await payout()];
  const { file } = await transaction(deps.db, (tx) => exportPayouts(tx, otto, now));
  return { userId, labels, fileId: file?.id as string };
}

/** Returns the statement with its one entry booked as the batch of a payout file. */
export const asBatchOf = (fileId: string, statement: string) =>
  statement.replace('<TxDtls>', `<Btch><PmtInfId>${fileId}</PmtInfId></Btch><TxDtls>`);

export const readAvailable = async ({ db }: Pick<Deps, 'db'>, userId: number) =>
  (await getBalances(db, userId, 'EUR')).available;

export const readBalance = async ({ db }: Pick<Deps, 'db'>, kind: 'club.bank' | 'club.payable' | 'club.adjustment') =>
  (await findAccount(db, { kind, currency: 'EUR' }))?.balance ?? 0n;

/** Expects that the ledger has no faults, and that its bank account agrees with the transfers. */
export async function expectAgreement(deps: Deps): Promise<void> {
  expect((await verifyLedger(deps, [listWalletFaults])).faults).toEqual([]);
  const { amount, outcome } = walletBankTransfers;
  const transfers = await deps.db.select({ amount }).from(walletBankTransfers).where(ne(outcome, 'duplicate'));
  expect(-(await readBalance(deps, 'club.bank'))).toBe(transfers.reduce((sum, transfer) => sum + transfer.amount, 0n));
}

/** Returns the outcomes of all transfers in the order of booking. */
export const listOutcomes = async ({ db }: Pick<Deps, 'db'>) =>
  (await db.select().from(walletBankTransfers).orderBy(asc(walletBankTransfers.id))).map(({ outcome }) => outcome);

/** Returns the status of an order or a withdrawal. */
export const findStatus = async ({ db }: Pick<Deps, 'db'>, label: string) =>
  label.startsWith('OR')
    ? (await db.select().from(walletOrders).where(eq(walletOrders.label, label)))[0]?.status
    : (await db.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label)))[0]?.status;

/** Returns the label with one wrong letter, so that its check character is wrong. */
export const withTypo = (label: string) => `${label.slice(0, 4)}${label[4] === '7' ? '8' : '7'}${label.slice(5)}`;
