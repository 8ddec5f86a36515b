import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asc, eq, inArray, like, sql } from 'drizzle-orm';
import { afterAll, describe, expect } from 'vitest';
import { stepsOn } from '../../upstream/extent.testing';
import { ledgerAccounts, ledgerEntries } from '../../upstream/ledger/ledger.tables';
import { walletBankTransfers } from '../../upstream/wallet/bank/bank.tables';
import { type Entry, plainStyle, sumOfEntries, writeAs } from '../../upstream/wallet/bank/bank-days.testing';
import { walletOrders } from '../../upstream/wallet/orders/orders.tables';
import { walletTransactions } from '../../upstream/wallet/transactions/transactions.tables';
import { walletConfig } from '../../upstream/wallet/wallet.config';
import { brokenPromises } from '../../upstream/wallet/wallet.promises.testing';
import type { Club } from '../support/club';
import { itOnEachDatabase } from '../support/each-database';
import { openOrders } from '../support/orders';
import { root } from '../support/server-process';
import { readBalances } from '../support/withdrawals';

/** The statement at which an import is killed, and whether its entries are booked then. */
const steps = [
  ['after 2 update "wallet_bank_transfers"', false],
  ['before 1 insert into "wallet_bank_lines"', false],
  ['before 1 commit', false],
  ['after 1 commit', true],
] as const;

/** Amounts in minor units that the bank books for each step. */
const PAYMENT = 5000n;
const UNKNOWN = 1300n;
const CHARGE = -150n;

const folder = mkdtempSync(join(tmpdir(), 'import-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const NODE_OPTIONS = `--import=${pathToFileURL(join(root, 'tests/support/kill-at-statement.mjs'))}`;

/** Returns a payment of the order, money from an unknown sender, and a charge. */
function bookedFor(order: string, day: string): Entry[] {
  const parts = [
    { amount: PAYMENT, name: 'Mira Feld', remittance: order },
    { amount: UNKNOWN, name: 'Jona Holm', remittance: 'Danke' },
    { amount: CHARGE, isCharge: true, remittance: 'Entgelt' },
  ];
  return parts.map((part, at) => ({ day, reference: `KILL-${order}-${at}`, parts: [part] }));
}

function writeFile(style: { name: string; version?: '02'; isReversed?: true }, entries: Entry[], opening: bigint) {
  const file = join(folder, `${randomUUID()}.xml`);
  writeFileSync(file, writeAs({ ...plainStyle, ...style }, walletConfig.bank.iban, entries, opening));
  return file;
}

/** Returns the minor units that the ledger has for the bank account. */
async function readBank({ db }: Club): Promise<bigint> {
  const [bank] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, 'club.bank'));
  return -(bank?.balance ?? 0n);
}

/** Imports a file without differences and doubts. Returns the number of transfers that were booked. */
async function importFile(club: Club, file: string): Promise<number> {
  const { code, stdout, stderr } = await club.staff('payments', 'import', file, '--json');
  expect([code, stderr]).toEqual([0, '']);
  const { booked, differences, warnings } = JSON.parse(stdout);
  expect([differences, warnings]).toEqual([[], []]);
  return booked.length;
}

/**
 * Kills an import of the day so far at each step. Then it imports the same file or, in turn, an overlapping one.
 * On the embedded database no server runs meanwhile, so that the command line does the import itself, as it always does
 * on PostgreSQL.
 */
async function killAtEachStep(club: Club, { isEmbedded }: { isEmbedded: boolean }): Promise<void> {
  const member = await club.member();
  const chosen = stepsOn(steps, { isEmbedded });
  const orders = await openOrders(club, member, { count: chosen.length, amount: PAYMENT });
  const opening = await readBank(club);
  const day = new Date(club.clock.now()).toISOString().slice(0, 10);
  await club.staffToken();
  if (isEmbedded) await club.server.stop();
  const entries: Entry[] = [];
  for (const [at, [step, isBooked]] of chosen.entries()) {
    const fresh = bookedFor(orders[at] as string, day);
    const known = entries.slice(-2);
    const between = opening + sumOfEntries(entries.slice(0, -2));
    entries.push(...fresh);
    const same = writeFile({ name: `DAY-${at}` }, entries, opening);
    const overlapping = writeFile({ name: `${at}`, version: '02', isReversed: true }, [...known, ...fresh], between);
    const killed = await club.staffWith({ NODE_OPTIONS, KILL_AT: step }, 'payments', 'import', same);
    expect([step, killed.code, killed.stdout]).toEqual([step, -1, '']);
    expect([step, await importFile(club, at % 2 === 0 ? same : overlapping)]).toEqual([
      step,
      isBooked ? 0 : fresh.length,
    ]);
  }
  expect(await importFile(club, writeFile({ name: 'WHOLE', version: '02' }, entries, opening))).toBe(0);
  await expectAgreement(club);
  if (isEmbedded) await club.restart();
  expect(await club.db.execute(sql.raw(brokenPromises))).toEqual([]);
  await expectBookedOnce(club, entries);
  expect(await readBank(club)).toBe(opening + sumOfEntries(entries));
  expect(await readBalances(club, member)).toEqual({ available: PAYMENT * BigInt(orders.length), held: 0n });
  await expectPaid(club, member.id, orders);
}

async function expectAgreement(club: Club): Promise<void> {
  const reconciled = await club.staff('payments', 'reconcile', '--json');
  expect(JSON.parse(reconciled.stdout)).toEqual({ differences: [], doubtful: [], contradicting: [] });
  const verified = await club.staff('ledger', 'verify', '--json');
  expect([verified.code, JSON.parse(verified.stdout).faults]).toEqual([0, []]);
}

/** Each entry of the bank is one transfer, and each transfer has one entry in the ledger. */
async function expectBookedOnce({ db }: Club, entries: Entry[]): Promise<void> {
  const { bankReference, entryId } = walletBankTransfers;
  const transfers = await db
    .select({ bankReference, kind: ledgerEntries.kind })
    .from(walletBankTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, entryId))
    .where(like(bankReference, 'KILL-%'));
  const kinds = ['deposit', 'bank.unmatched', 'bank.other'];
  const wanted = entries.map(({ reference }, at) => ({ bankReference: reference, kind: kinds[at % kinds.length] }));
  const inOrder = (one: { bankReference?: string | null }, other: { bankReference?: string | null }) =>
    `${one.bankReference}`.localeCompare(`${other.bankReference}`);
  expect(transfers.sort(inOrder)).toEqual(wanted.sort(inOrder));
}

/** The member has one transaction for each payment, and no order was paid twice. */
async function expectPaid({ db }: Club, userId: number, orders: string[]): Promise<void> {
  const { label, status, amountPaid } = walletOrders;
  const paid = await db
    .select({ label, status, amountPaid })
    .from(walletOrders)
    .where(inArray(label, orders))
    .orderBy(asc(label));
  const wanted = orders.map((order) => ({ label: order, status: 'completed', amountPaid: PAYMENT }));
  expect(paid).toEqual(wanted.sort((one, other) => (one.label < other.label ? -1 : 1)));
  const { referenceLabel } = walletTransactions;
  const told = await db
    .select({ referenceLabel })
    .from(walletTransactions)
    .where(eq(walletTransactions.userId, userId));
  expect(told.map((one) => one.referenceLabel).sort()).toEqual([...orders].sort());
}

describe('an import of a bank statement that is killed', () => {
  itOnEachDatabase('books each transfer once', killAtEachStep, { isSlow: true });
});
