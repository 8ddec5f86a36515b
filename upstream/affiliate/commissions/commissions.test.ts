import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Tx } from '../../database/database';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aSale } from '../../growing/growing.testing';
import { listGrowingFaults } from '../../growing/harvests/verify-harvests';
import { aBuyer, openSalesClub } from '../../growing/sales/sales.testing';
import type { Club } from '../../identity/identity.testing';
import { verifyLedger } from '../../ledger/verify';
import { findOrder } from '../../wallet/orders/order-steps';
import { newKey } from '../../wallet/orders/orders.testing';
import { refundOrder } from '../../wallet/orders/refund';
import { recordTransaction } from '../../wallet/transactions/record';
import { getYearlySummary } from '../../wallet/transactions/yearly-summary';
import { listWalletFaults } from '../../wallet/verify-wallet';
import { pastTriggers } from '../../wallet/wallet.testing';
import { move } from '../team/team.testing';
import { affiliateCommissions, affiliateSetOffs } from './commissions.tables';
import { createCommissions } from './create';
import { settleCommissions } from './settle';
import { sumCommissions } from './sum';
import { listCommissionFaults } from './verify-commissions';

const start = new Date('2026-11-20T09:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

/** Opens a club with a line of four members, the last of whom buys. */
async function openLine(open: Parameters<typeof openSalesClub>[0]) {
  const club = await openSalesClub(open);
  const sale = await aSale(club, start);
  const top = await aBuyer(club);
  const middle = await aBuyer(club, 0n, { referrerId: top.id });
  const near = await aBuyer(club, 0n, { referrerId: middle.id });
  const buyer = await aBuyer(club, 100_000n, { referrerId: near.id });
  const buy = async () => (await buyer.buyFromBalance(sale, 1, '100.00')).body.order_label;
  return { club, top, middle, near, buyer, buy };
}

/** A line of three, and a member beside it. */
async function openPlanted(open: Parameters<typeof openSalesClub>[0]) {
  const club = await openSalesClub(open);
  const sale = await aSale(club, start);
  const top = await aBuyer(club);
  const near = await aBuyer(club, 0n, { referrerId: top.id });
  const buyer = await aBuyer(club, 10_000n, { referrerId: near.id });
  const { id: beside } = await aBuyer(club);
  return { club, top, near, beside, buy: () => buyer.buyFromBalance(sale, 1, '100.00') };
}

const rows = ({ db }: Club) =>
  db.select().from(affiliateCommissions).orderBy(asc(affiliateCommissions.createdAt), asc(affiliateCommissions.level));
const refund = (club: Club, label: string, actorId: number, now = later(15)) =>
  transaction(club.db, (tx) => refundOrder(tx, club, { label, reason: 'Asked for', actorId }, now));
const spend = (club: Club, userId: number, amount: bigint) =>
  transaction(club.db, (tx) => {
    const postings = [
      { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount: -amount },
      { account: { kind: 'club.adjustment' as const, currency: 'EUR' }, amount },
    ];
    const entry = { kind: 'adjustment', key: `test:${newKey()}`, postings };
    return recordTransaction(
      tx,
      { userId, currency: 'EUR', type: 'adjustment', status: 'completed', entry },
      new Date(),
    );
  });

async function expectRightBooks(club: Club) {
  const { faults } = await verifyLedger(club, [listWalletFaults, listGrowingFaults, listCommissionFaults]);
  expect(faults.filter((fault) => !fault.startsWith('The bank transfers'))).toEqual([]);
}

describeOnEachDatabase('a commission', (open) => {
  it('is created once for each level, and paid when it has matured', async () => {
    const { club, top, middle, near, buyer, buy } = await openLine(open);
    const label = await buy();
    expect((await rows(club)).map(({ userId, level, amount, status }) => [userId, level, amount, status])).toEqual([
      [near.id, 1, 500n, 'pending'],
      [middle.id, 2, 200n, 'pending'],
      [top.id, 3, 100n, 'pending'],
    ]);
    const order = await findOrder(club.db, label);
    await transaction(club.db, (tx) => createCommissions(tx, order as NonNullable<typeof order>, start));
    expect(await rows(club)).toHaveLength(3);
    await settleCommissions(club, new Date(later(14).getTime() - 1));
    expect(await near.money()).toEqual({ available: 0n, held: 0n });
    await settleCommissions(club, later(14));
    await settleCommissions(club, later(14));
    for (const [member, amount] of [
      [near, 500n],
      [middle, 200n],
      [top, 100n],
    ] as const) {
      expect((await member.money()).available).toBe(amount);
      expect(await sumCommissions(club.db, member.id)).toEqual({ earned: amount, pending: 0n, reversed: 0n, owed: 0n });
    }
    expect((await buyer.money()).available).toBe(90_000n);
    await expectRightBooks(club);
  });

  it('is not paid to staff, and nobody above moves up', async () => {
    const club = await openSalesClub(open);
    const sale = await aSale(club, start);
    const top = await aBuyer(club);
    const staff = await aBuyer(club, 0n, { referrerId: top.id, permissions: ['growing.manage'] });
    const buyer = await aBuyer(club, 10_000n, { referrerId: staff.id });
    await buyer.buyFromBalance(sale, 1, '100.00');
    expect(await rows(club)).toMatchObject([{ userId: top.id, level: 2, amount: 200n }]);
  });

  it('that is pending is reversed by a refund, and never paid', async () => {
    const { club, near, buy } = await openLine(open);
    await refund(club, await buy(), near.id, later(1));
    await settleCommissions(club, later(20));
    expect((await rows(club)).map(({ status, taken, owed }) => [status, taken, owed])).toEqual(
      Array(3).fill(['reversed', 0n, 0n]),
    );
    expect((await near.money()).available).toBe(0n);
    await expectRightBooks(club);
  });

  it('that is paid is taken back up to the balance, and the rest is set off against the next ones', async () => {
    const { club, near, middle, buy } = await openLine(open);
    const first = await buy();
    vi.setSystemTime(new Date(start.getTime() + 60_000));
    await buy();
    await settleCommissions(club, later(14));
    await spend(club, near.id, 380n);
    await refund(club, first, middle.id, later(14));
    await settleCommissions(club, later(14));
    const [reversed] = await rows(club);
    expect(reversed).toMatchObject({ status: 'reversed', taken: 120n, owed: 380n });
    expect((await near.money()).available).toBe(0n);
    expect((await middle.money()).available).toBe(0n);
    await expectRightBooks(club);
    await settleCommissions(club, later(15));
    const next = (await rows(club)).find(({ userId, status }) => userId === near.id && status === 'paid');
    expect(next).toMatchObject({ amount: 500n, withheld: 380n });
    expect(await club.db.select().from(affiliateSetOffs)).toEqual([
      { commissionId: next?.id, reversedId: reversed?.id, amount: 380n },
    ]);
    expect((await near.money()).available).toBe(120n);
    expect(await sumCommissions(club.db, near.id)).toEqual({ earned: 500n, pending: 0n, reversed: 500n, owed: 0n });
    // The year has what moved: 5.00 and the 1.20 that were left, and 1.20 back.
    const year = await getYearlySummary(club.db, { userId: near.id, timeZone: 'Europe/Berlin' }, 2026, later(15));
    expect(year.types).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'commission', in: '6.20' }),
        expect.objectContaining({ type: 'commission_reversal', out: expect.stringMatching(/1\.20$/) }),
      ]),
    );
    await expectRightBooks(club);
  });

  it('is kept by the database from other amounts, members and steps', async () => {
    const { club, near, top, buy } = await openLine(open);
    await buy();
    const [row] = await rows(club);
    if (!row) throw new Error('There is a commission');
    const change = (set: Partial<typeof row>) =>
      expect(
        club.db.update(affiliateCommissions).set(set).where(eq(affiliateCommissions.id, row.id)),
      ).rejects.toThrow();
    await change({ amount: 501n });
    await change({ userId: top.id });
    await change({ status: 'paid', paidAt: later(14), withheld: 500n });
    await change({ status: 'reversed', reversedAt: later(1), reason: 'refund' });
    await change({ status: 'reversed', reversedAt: later(1), reason: 'left' });
    await expect(club.db.delete(affiliateCommissions)).rejects.toThrow();
    expect((await rows(club))[0]).toEqual(row);
    expect((await near.money()).available).toBe(0n);
  });
});

describeOnEachDatabase('the check of the books', (open) => {
  it('finds commissions that are missing, changed, or of somebody else', async () => {
    const { club, near, top, beside, buy } = await openPlanted(open);
    await buy();
    const [row] = await rows(club);
    const plant = async (change: (tx: Tx) => Promise<unknown>) => {
      let faults: string[] = [];
      const undone = new Error('undone');
      const planted = pastTriggers(club, async (tx) => {
        await change(tx);
        faults = await listCommissionFaults(tx, 10);
        throw undone;
      });
      await expect(planted).rejects.toBe(undone);
      return faults;
    };
    const isRow = eq(affiliateCommissions.id, row?.id ?? '');
    const set = (values: Partial<typeof row>) => (tx: Tx) =>
      tx
        .update(affiliateCommissions)
        .set(values ?? {})
        .where(isRow);
    const sumsOf = (id: number) => expect.stringContaining(`The sums of member ${id} on level 1`);
    expect(await plant(async () => {})).toEqual([]);
    expect(await plant((tx) => tx.delete(affiliateCommissions).where(isRow))).toEqual([sumsOf(near.id)]);
    expect(await plant(set({ rate: 1000, amount: 1000n }))).toEqual([sumsOf(near.id)]);
    expect(await plant(set({ baseAmount: 20_000n, rate: 250 }))).toEqual([
      `Commission ${row?.id} does not have the buyer or the price of its order.`,
    ]);
    const earner = `Commission ${row?.id} of level 1 belongs to member ${beside}, and member ${near.id} stands there.`;
    expect(await plant(set({ userId: beside }))).toEqual(expect.arrayContaining([earner]));
    // Whoever is moved changes nothing about commissions of earlier orders.
    await move(club, near.id, top.id, beside);
    expect(await plant(async () => {})).toEqual([]);
  });
});

describeOnPostgres('commissions of several orders', (open) => {
  it('are paid and taken back once by jobs at the same time, and no balance falls below 0', {
    timeout: 120_000,
  }, async () => {
    const { club, near, middle, top, buy } = await openLine(open);
    const labels: string[] = [];
    for (let count = 0; count < 6; count++) labels.push(await buy());
    await settleCommissions(club, later(13));
    const jobs = () => [settleCommissions(club, later(15)), settleCommissions(club, later(15))];
    const refunds = labels.slice(0, 3).map((label) => refund(club, label, top.id));
    await Promise.all([...jobs(), ...refunds, spend(club, near.id, 700n).catch(() => {}), ...jobs()]);
    await settleCommissions(club, later(15));
    const all = await rows(club);
    expect(all.filter(({ status }) => status === 'paid')).toHaveLength(9);
    expect(all.filter(({ status, settledAt }) => status === 'reversed' && settledAt)).toHaveLength(9);
    for (const { id } of [near, middle, top]) {
      expect(await sumCommissions(club.db, id)).toMatchObject({ pending: 0n });
    }
    expect((await middle.money()).available).toBe(600n);
    expect((await top.money()).available).toBe(300n);
    await expectRightBooks(club);
  });
});
