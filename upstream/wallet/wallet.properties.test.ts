import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OrderStatus } from '../contract/orders';
import type { WithdrawalStatus } from '../contract/withdrawals';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { getBalances } from '../ledger/ledger';
import { appendToLog } from '../ledger/log';
import { verifyLedger } from '../ledger/verify';
import { walletConfig } from './wallet.config';
import {
  type Books,
  type Operation,
  openBooks,
  operation,
  orderAmount,
  perform,
  pickOf,
} from './wallet.operations.testing';
import { findBrokenPromises } from './wallet.promises.testing';
import { now } from './wallet.testing';

/** More runs for a long look: `WALLET_RUNS=500 npx vitest run upstream/wallet/wallet.properties.test.ts`. */
const numRuns = Number(process.env.WALLET_RUNS ?? 4);

interface Money {
  available: bigint;
  held: bigint;
}
interface Withdrawal {
  of: Money;
  amount: bigint;
  fee: bigint;
  status: WithdrawalStatus;
}
interface Order {
  of: Money;
  paid: bigint;
  status: OrderStatus;
}

const steps: Partial<Record<Operation['kind'], [from: WithdrawalStatus[], to: WithdrawalStatus]>> = {
  approve: [['pending'], 'approved'],
  cancel: [['pending'], 'canceled'],
  reject: [['pending', 'approved'], 'rejected'],
  export: [['approved'], 'processing'],
  complete: [['processing'], 'completed'],
  fail: [['processing'], 'failed'],
  return: [['completed'], 'returned'],
};

/** The wallet in a few lines: what the specification says of each operation, without a database. */
class Model {
  readonly members: Money[];
  readonly orders: Order[] = [];
  readonly withdrawals: Withdrawal[] = [];
  private readonly paid = new Set<string>();

  constructor(members: number) {
    this.members = Array.from({ length: members }, () => ({ available: 0n, held: 0n }));
  }

  /** Whether it can be done; then it is. */
  perform(asked: Operation): boolean {
    const { kind, amount, key } = asked;
    const member = pickOf(this.members, asked) as Money;
    const order = pickOf(this.orders, asked);
    if (kind === 'order') return this.order(member);
    if (kind === 'expire') return this.expire();
    if (kind === 'withdraw') return this.withdraw(member, amount, BigInt(key));
    if (kind === 'take back') return this.take(member, amount);
    if (kind === 'pay') return order !== undefined && this.pay(order, asked);
    if (kind === 'cancel order')
      return (
        /^(awaiting_payment|canceled)$/.test(order?.status ?? '') &&
        order !== undefined &&
        this.become(order, 'canceled')
      );
    if (kind === 'refund')
      return order?.status === 'completed' && this.take(order.of, orderAmount) && this.become(order, 'refunded');
    return this.step(asked);
  }

  private order(of: Money): boolean {
    const open = this.orders.filter((order) => order.of === of && isOpen(order)).length;
    return (
      open < walletConfig.deposit.max_open_orders && this.orders.push({ of, paid: 0n, status: 'awaiting_payment' }) > 0
    );
  }

  private expire(): boolean {
    for (const order of this.orders.filter(isOpen)) order.status = 'expired';
    return true;
  }

  private withdraw(of: Money, amount: bigint, fee: bigint): boolean {
    if (!this.take(of, amount)) return false;
    of.held += amount;
    return this.withdrawals.push({ of, amount, fee, status: 'pending' }) > 0;
  }

  private take(of: Money, amount: bigint): boolean {
    if (of.available < amount) return false;
    of.available -= amount;
    return true;
  }

  private pay(order: Order, { amount, key }: Operation): boolean {
    const cause = `${this.orders.indexOf(order)} ${key}`;
    if (this.paid.has(cause)) return true;
    this.paid.add(cause);
    order.of.available += amount;
    order.paid += amount;
    if (isOpen(order)) order.status = order.paid < orderAmount ? 'partially_paid' : 'completed';
    return true;
  }

  private become(order: Order, status: OrderStatus): boolean {
    order.status = status;
    return true;
  }

  private step(asked: Operation): boolean {
    const withdrawal = pickOf(this.withdrawals, asked);
    const [from, to] = steps[asked.kind] ?? [];
    // Asked a second time, a member is told that it is canceled.
    if (asked.kind === 'cancel' && withdrawal?.status === 'canceled') return true;
    if (!withdrawal || !to || !from?.includes(withdrawal.status)) return false;
    const { of, amount, fee } = withdrawal;
    withdrawal.status = to;
    if (['canceled', 'rejected', 'failed'].includes(to)) of.available += amount;
    if (['canceled', 'rejected', 'failed', 'completed'].includes(to)) of.held -= amount;
    if (to === 'returned') of.available += amount - fee;
    return true;
  }
}

const isOpen = ({ status }: Order) => status === 'awaiting_payment' || status === 'partially_paid';
const patience = { timeout: 300_000 * Math.max(1, numRuns / 4) };

describeOnEachDatabase('whatever happens to money, in any order', (open) => {
  it('the wallet does what its rules say, and breaks no promise', patience, async () => {
    const deps = await open();
    const scene = fc.array(operation, { minLength: 20, maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(scene, async (operations) => {
        const books: Books = await openBooks(deps, 2);
        const model = new Model(books.members.length);
        for (const asked of operations) {
          const expected = model.perform(asked) ? 'done' : 'refused';
          expect(await perform(deps, books, asked), asked.kind).toBe(expected);
          for (const [at, { id }] of books.members.entries())
            expect(await getBalances(deps.db, id, 'EUR'), asked.kind).toEqual(model.members[at]);
          expect(await findBrokenPromises(deps), asked.kind).toEqual([]);
        }
      }),
      { numRuns, endOnFailure: true },
    );
    await appendToLog(deps, now);
    expect((await verifyLedger(deps)).faults).toEqual([]);
  });
});

describeOnPostgres('whatever happens to money, at once', (open) => {
  it('no promise is broken, and the log is right', patience, async () => {
    const deps = await open();
    const workers = fc.array(fc.array(operation, { minLength: 20, maxLength: 30, size: 'max' }), {
      minLength: 8,
      maxLength: 8,
    });
    let done = 0;
    await fc.assert(
      fc.asyncProperty(workers, async (scenes) => {
        const books = await openBooks(deps, 2);
        const start: Operation = { kind: 'order', pick: 0, amount: 7000n, key: 0 };
        for (const pick of [0, 1]) {
          await perform(deps, books, { ...start, pick });
          await perform(deps, books, { ...start, pick, kind: 'pay' });
        }
        const work = scenes.map(async (operations) => {
          for (const asked of operations) if ((await perform(deps, books, asked)) === 'done') done++;
        });
        await Promise.all([...work, appendToLog(deps, now)]);
        expect(await findBrokenPromises(deps)).toEqual([]);
      }),
      { numRuns, endOnFailure: true },
    );
    await appendToLog(deps, now);
    const { faults, entries, leaves } = await verifyLedger(deps);
    expect({ faults, leaves }).toEqual({ faults: [], leaves: entries });
    expect(done).toBeGreaterThan(50 * numRuns);
  });
});
