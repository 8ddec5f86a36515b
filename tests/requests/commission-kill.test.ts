import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, vi } from 'vitest';
import { affiliateCommissions } from '../../upstream/affiliate/commissions/commissions.tables';
import { walletTransactions } from '../../upstream/wallet/transactions/transactions.tables';
import { brokenPromises } from '../../upstream/wallet/wallet.promises.testing';
import type { Club } from '../support/club';
import { itOnEachDatabase } from '../support/each-database';
import { root } from '../support/server-process';

const NODE_OPTIONS = `--import=${pathToFileURL(join(root, 'tests/support/kill-at-statement.mjs'))}`;
/** The job begins with reading what is due. */
const KILL_ONCE = 'from "affiliate_commissions"';
/** The statements at which the server is killed while it pays, and while it takes a payment back. */
const afterEntry =
  process.env.TEST_LONG === '1'
    ? ['after 1 insert into "ledger_entries"', 'after 1 insert into "wallet_transactions"']
    : [];
const paymentSteps = [
  ...afterEntry,
  'before 1 update "affiliate_commissions"',
  'before 1 own commit',
  'after 1 own commit',
];
const reversalSteps = [...afterEntry, 'before 1 own commit'];

/** Lets the server settle until it kills itself. */
async function killAt(club: Club, step: string): Promise<void> {
  const server = await club.restart({ NODE_OPTIONS, KILL_ONCE, KILL_AT: step }).then(
    () => club.server.process,
    // It was killed before it listened.
    (error) => void expect(String(error)).toContain('ended at its start with code null'),
  );
  if (!server) return;
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  expect([step, server.signalCode]).toEqual([step, 'SIGKILL']);
}

/** Kills the payment of what becomes due, and then the reversal of a part of it. */
async function killSettlement(club: Club): Promise<void> {
  const { status, createdAt } = affiliateCommissions;
  const due = await club.db.select().from(affiliateCommissions).where(eq(status, 'pending')).orderBy(asc(createdAt));
  const ids = due.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1);
  await club.clock.advance(12 * 86_400);
  for (const step of paymentSteps) await killAt(club, step);
  await club.restart();
  await waitUntil(club, ids, ({ paidAt }) => paidAt !== null);
  expect(await readMoves(club, ids)).toEqual(due.map(({ amount }) => amount));

  const [taken, ...kept] = due as [(typeof due)[number]];
  await club.staffToken();
  // Without a server, nobody settles what the refund reverses.
  await club.server.stop();
  expect(await club.staff('orders', 'refund', taken.orderLabel, '--reason', 'Asked for')).toMatchObject({ code: 0 });
  for (const step of reversalSteps) await killAt(club, step);
  await club.restart();
  await waitUntil(club, [taken.id], ({ settledAt }) => settledAt !== null);
  expect(await readMoves(club, ids)).toEqual([taken.amount, ...kept.map(({ amount }) => amount), -taken.amount]);
  expect(await club.db.execute(sql.raw(brokenPromises))).toEqual([]);
  const verified = await club.staff('ledger', 'verify', '--json');
  expect([verified.code, JSON.parse(verified.stdout).faults]).toEqual([0, []]);
}

type Row = typeof affiliateCommissions.$inferSelect;

const waitUntil = ({ db }: Club, ids: string[], isSo: (row: Row) => boolean) =>
  vi.waitFor(
    async () => {
      const rows = await db.select().from(affiliateCommissions).where(inArray(affiliateCommissions.id, ids));
      expect(rows.every(isSo)).toBe(true);
    },
    { timeout: 120_000, interval: 200 },
  );

/** Returns what moved on the balance for these commissions, in the order of time. */
async function readMoves({ db }: Club, ids: string[]): Promise<bigint[]> {
  const { amount, position, referenceKind, referenceLabel } = walletTransactions;
  const ofThem = and(eq(referenceKind, 'commission'), inArray(referenceLabel, ids));
  return (await db.select({ amount }).from(walletTransactions).where(ofThem).orderBy(position)).map(
    (row) => row.amount,
  );
}

describe('a commission whose server is killed', () => {
  itOnEachDatabase('is paid once and taken back once', killSettlement, { isSlow: true });
});
