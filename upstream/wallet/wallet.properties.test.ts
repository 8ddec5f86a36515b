import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../database/database.testing';
import { extent } from '../extent.testing';
import { getStanding } from '../ledger/ledger';
import { appendToLog } from '../ledger/log';
import { verifyLedger } from '../ledger/verify';
import { expectAgreement } from './bank/bank.testing';
import { getLimits } from './limits/limits';
import { walletOrders } from './orders/orders.tables';
import { perform } from './wallet.acts.testing';
import { type Books, openBooks } from './wallet.books.testing';
import { walletConfig } from './wallet.config';
import { Model } from './wallet.model.testing';
import { beginning, scene } from './wallet.operations.testing';
import { listBrokenPromises } from './wallet.promises.testing';
import { now } from './wallet.testing';
import { walletWithdrawals } from './withdrawals/withdrawals.tables';

const numRuns = extent(4, 200);
const patience = { timeout: 25_000 * numRuns };
const start = [...beginning(0), ...beginning(1)];

beforeEach(() => {
  // The configured fee is 0 but may change, so the test uses another one.
  vi.spyOn(walletConfig.withdrawal, 'fee', 'get').mockReturnValue(35n);
});
// Other test files share the process.
afterEach(() => void vi.restoreAllMocks());

describeOnEachDatabase('whatever happens to money, in any order', (open) => {
  it('the wallet does what its rules say, and breaks no promise', patience, async () => {
    const deps = await open();
    await fc.assert(
      fc.asyncProperty(scene(20, 40), async (operations) => {
        await deps.empty();
        const books = await openBooks(deps, 2);
        const model = new Model(books.members.length);
        for (const asked of [...start, ...operations]) {
          const expected = model.perform(asked);
          expect(await perform(deps, books, asked), asked.kind).toBe(expected);
          for (const [at, { id }] of books.members.entries())
            expect(await getStanding(deps.db, id, 'EUR'), asked.kind).toEqual(model.members[at]?.money);
          expect(await listBrokenPromises(deps), asked.kind).toEqual([]);
        }
        await expectKept(deps, books);
      }),
      { numRuns, endOnFailure: true },
    );
  });
});

describeOnPostgres('whatever happens to money, at once', (open) => {
  it('no promise is broken, and the log is right', patience, async () => {
    const deps = await open();
    const workers = fc.array(scene(8, 12), { minLength: 8, maxLength: 8 });
    let done = 0;
    await fc.assert(
      fc.asyncProperty(workers, async (scenes) => {
        await deps.empty();
        const books = await openBooks(deps, 2);
        for (const asked of start) await perform(deps, books, asked);
        const work = scenes.map(async (operations) => {
          for (const asked of operations)
            if (!['refused', 'key taken'].includes(await perform(deps, books, asked))) done++;
        });
        await Promise.all([...work, appendToLog(deps, now)]);
        await expectKept(deps, books);
      }),
      { numRuns, endOnFailure: true },
    );
    expect(done).toBeGreaterThan(50 * numRuns);
  });
});

/**
 * Checks every promise, the log and the bank account. No more is made than was answered, and no more is open than
 * allowed.
 */
async function expectKept(deps: TestDatabase, { members, orders, withdrawals }: Books): Promise<void> {
  expect(await listBrokenPromises(deps)).toEqual([]);
  await appendToLog(deps, now);
  const { faults, entries, leaves } = await verifyLedger(deps);
  expect({ faults, leaves }).toEqual({ faults: [], leaves: entries });
  await expectAgreement(deps);
  const made = [await deps.db.$count(walletOrders), await deps.db.$count(walletWithdrawals)];
  expect(made).toEqual([orders.length, withdrawals.length]);
  for (const { id } of members) {
    const { openOrders, openWithdrawals } = await getLimits(deps.db, id, now);
    expect(openOrders).toBeLessThanOrEqual(walletConfig.deposit.max_open_orders);
    expect(openWithdrawals).toBeLessThanOrEqual(walletConfig.withdrawal.max_open);
  }
}
