import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { and, count, eq, isNotNull, sql, sum } from 'drizzle-orm';
import { describe, expect, vi } from 'vitest';
import { stepsOn } from '../../upstream/extent.testing';
import { growingHarvestShares, growingHarvests } from '../../upstream/growing/harvests/harvests.tables';
import { walletTransactions } from '../../upstream/wallet/transactions/transactions.tables';
import { brokenPromises } from '../../upstream/wallet/wallet.promises.testing';
import type { Club } from '../support/club';
import { itOnEachDatabase } from '../support/each-database';
import { root } from '../support/server-process';

const NODE_OPTIONS = `--import=${pathToFileURL(join(root, 'tests/support/kill-at-statement.mjs'))}`;
/** The payout begins with reading its open shares. */
const KILL_ONCE = 'from "growing_harvest_shares"';
/** The statement at which the server is killed. Another transaction may be the first that commits. */
const steps = [
  'after 1 insert into "ledger_entries"',
  'before 4 update "growing_harvest_shares"',
  'before 1 commit',
  'after 1 commit',
];

const holger = { email: 'holger@example.org' };
const inH2 = and(eq(growingHarvests.roomCode, 'H2'), eq(growingHarvests.cycle, 8));
const sharesInH2 = and(eq(growingHarvestShares.roomCode, 'H2'), eq(growingHarvestShares.cycle, 8));

/** Lets the server pay out until it kills itself. */
async function killAt(club: Club, step: string): Promise<void> {
  const server = await club.restart({ NODE_OPTIONS, KILL_ONCE, KILL_AT: step }).then(
    () => club.server.process,
    // It was killed before it listened.
    () => null,
  );
  if (server && server.exitCode === null && server.signalCode === null) await once(server, 'exit');
}

/** Weighs and approves a harvest while no server runs, and kills the payout at each step. */
async function killPayout(club: Club, { isEmbedded }: { isEmbedded: boolean }): Promise<void> {
  const staff = async (...words: string[]) =>
    expect([words, await club.staff(...words)]).toMatchObject([words, { code: 0 }]);
  for (const stage of ['harvest', 'drying', 'resting']) await staff('plants', 'stage', 'H2', stage);
  const figures = ['--grams', '4800', '--revenue', '12576.01', '--cost', 'Strom|Power=4000.00', '--share', '70'];
  await staff('harvest', 'record', 'H2', '--cycle', '8', ...figures);
  await club.staffAs(holger, 'harvest', 'list');
  await club.server.stop();
  expect(await club.staffAs(holger, 'harvest', 'approve', 'H2-8')).toMatchObject({ code: 0, stderr: '' });
  for (const step of stepsOn(steps, { isEmbedded })) {
    await killAt(club, step);
    const { settled, members } = await readProgress(club);
    expect([step, settled]).toEqual([step, step.endsWith('commit') && settled > 0 ? members : 0]);
  }
  await club.restart();
  await vi.waitFor(async () => expect(await readStatus(club)).toBe('paid'), { timeout: 120_000, interval: 500 });
  await expectPaidOnce(club);
}

/** All shares of a harvest of few members are settled in one transaction. */
async function readProgress(club: Club): Promise<{ settled: number; members: number }> {
  const { stdout } = await club.staff('harvest', 'list', '--json');
  const { harvests } = JSON.parse(stdout) as { harvests: { harvest: string; settled: number; members: number }[] };
  const found = harvests.find(({ harvest }) => harvest === 'H2-8.1');
  if (!found) throw new Error(stdout);
  return found;
}

async function readStatus({ db }: Club) {
  const [harvest] = await db.select({ status: growingHarvests.status }).from(growingHarvests).where(inH2);
  return harvest?.status;
}

async function expectPaidOnce(club: Club): Promise<void> {
  const { db } = club;
  const [harvest] = await db
    .select({ pool: growingHarvests.pool, members: growingHarvests.members })
    .from(growingHarvests)
    .where(inH2);
  const ofH2 = and(eq(walletTransactions.referenceKind, 'harvest'), eq(walletTransactions.referenceLabel, 'H2-8'));
  const [paid] = await db
    .select({ payouts: count(), total: sum(walletTransactions.amount) })
    .from(walletTransactions)
    .where(ofH2);
  expect(harvest?.members).toBeGreaterThan(5);
  expect(paid).toEqual({ payouts: harvest?.members, total: String(harvest?.pool) });
  const [open] = await db
    .select({ settled: count() })
    .from(growingHarvestShares)
    .where(and(sharesInH2, isNotNull(growingHarvestShares.settledAt)));
  expect(open).toEqual({ settled: harvest?.members });
  expect(await db.execute(sql.raw(brokenPromises))).toEqual([]);
  const verified = await club.staff('ledger', 'verify', '--json');
  expect([verified.code, JSON.parse(verified.stdout).faults]).toEqual([0, []]);
}

describe('a payout of a harvest whose server is killed', () => {
  itOnEachDatabase('pays each member once', killPayout, { isSlow: true });
});
