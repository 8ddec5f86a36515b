import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import type { Club } from '../../identity/identity.testing';
import { lockClubAccounts } from '../../ledger/ledger';
import { verifyLedger } from '../../ledger/verify';
import { expireOrders } from '../../wallet/orders/expiry';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { pay } from '../../wallet/orders/orders.testing';
import { listWalletFaults } from '../../wallet/verify-wallet';
import { aSale } from '../growing.testing';
import { growingPlants } from '../plants/plants.tables';
import { growingSales } from './sales.tables';
import { aBuyer, openSalesClub } from './sales.testing';

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

const start = new Date('2026-11-20T09:00:00Z');
const late = new Date('2026-11-30T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

async function expectRightBooks(club: Club) {
  // Payments of these tests come without a statement of the bank.
  const { faults } = await verifyLedger(club, [listWalletFaults]);
  expect(faults.filter((fault) => !fault.startsWith('The bank transfers'))).toEqual([]);
}

const addBuyers = (club: Club, count: number, money = 0n) =>
  Promise.all(Array.from({ length: count }, () => aBuyer(club, money)));

async function stockOf({ db }: Club, label: string) {
  const [sale] = await db.select().from(growingSales).where(eq(growingSales.label, label));
  if (!sale) throw new Error('The sale is gone');
  const plants = await db.select().from(growingPlants).where(eq(growingPlants.saleLabel, label));
  expect(new Set(plants.map(({ position }) => position)).size).toBe(plants.length);
  expect(plants.length).toBe(sale.sold);
  return { sold: sale.sold, reserved: sale.reserved };
}

describeOnPostgres('four times as many members as plants', (open) => {
  it('buy exactly as many as there are, and of the others nothing is held', { timeout: 120_000 }, async () => {
    const club = await openSalesClub(open);
    const sale = await aSale(club, start, { maxPerMember: 1 });
    const [rich, poor] = [await addBuyers(club, 100, 10_000n), await addBuyers(club, 100)];
    const byBalance = Promise.all(rich.map((buyer) => buyer.buyFromBalance(sale, 1, '100.00')));
    const byTransfer = Promise.all(poor.map((buyer) => buyer.buy(sale, { quantity: 1 })));
    const [sold, reserved] = [await byBalance, await byTransfer].map((answers) => {
      const refused = answers.filter(({ status }) => status !== 201);
      expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 sold_out']));
      return answers.length - refused.length;
    }) as [number, number];
    expect(sold + reserved).toBe(50);
    expect(await stockOf(club, sale)).toEqual({ sold, reserved });
    const money = await Promise.all(rich.map((buyer) => buyer.money()));
    expect(money.filter(({ available, held }) => available === 10_000n && held === 0n)).toHaveLength(100 - sold);
    expect(money.filter(({ available, held }) => available === 0n && held === 0n)).toHaveLength(sold);
    expect(await club.db.$count(walletOrders)).toBe(50);
    await expectRightBooks(club);
  });

  it('buy again what expires and is canceled meanwhile, and never more', { timeout: 120_000 }, async () => {
    const club = await openSalesClub(open);
    const sale = await aSale(club, start, { maxPerMember: 1, total: 20 });
    const first = await addBuyers(club, 20, 4000n);
    const others = await addBuyers(club, 60, 10_000n);
    const orders = await Promise.all(
      first.map(async (buyer) => (await buyer.buyFromBalance(sale, 1, '40.00')).body.order_label),
    );
    expect(await stockOf(club, sale)).toEqual({ sold: 0, reserved: 20 });
    const tryAll = () =>
      Promise.all(
        others.map((buyer, at) =>
          at % 2 ? buyer.buy(sale, { quantity: 1 }) : buyer.buyFromBalance(sale, 1, '100.00'),
        ),
      );
    const canceling = Promise.all(orders.slice(0, 8).map((label, at) => first[at]?.cancel(label)));
    const expiring = Promise.all([expireOrders(club, late), expireOrders(club, late)]);
    const paying = Promise.all(orders.slice(6, 12).map((label) => pay(club, label, 6000n, late)));
    const [, , , answers] = await Promise.all([canceling, expiring, paying, tryAll()]);
    for (const { status, body } of answers)
      expect([undefined, 'sold_out']).toContain(status === 201 ? undefined : body.code);
    // Whoever comes next gets what is free by now.
    await tryAll();
    const { sold, reserved } = await stockOf(club, sale);
    expect(sold + reserved).toBe(20);
    expect(await others.at(-1)?.buy(sale, { quantity: 1 })).toMatchObject({ status: 409 });
    const rows = await club.db.select().from(walletOrders).orderBy(asc(walletOrders.label));
    expect(rows.filter(({ status }) => status === 'completed')).toHaveLength(sold);
    expect(rows.filter(({ status }) => status === 'awaiting_payment')).toHaveLength(reserved);
    for (const [at, label] of orders.entries()) {
      const status = rows.find((row) => row.label === label)?.status;
      const own = 4000n + (at >= 6 && at < 12 ? 6000n : 0n);
      expect(['completed', 'expired', 'canceled']).toContain(status);
      expect(await first[at]?.money()).toEqual({ available: status === 'completed' ? 0n : own, held: 0n });
    }
    for (const buyer of others) expect((await buyer.money()).held).toBe(0n);
    await expectRightBooks(club);
  });
});

describeOnPostgres('a purchase from the balance', (open) => {
  it('waits for a payment before it locks the sale, as the payment does', async () => {
    const club = await openSalesClub(open);
    const sale = await aSale(club, start);
    const [mia, otto] = (await addBuyers(club, 2, 10_000n)) as [Buyer, Buyer];
    await mia.buyFromBalance(sale, 1, '100.00');
    const deliver = await holding(
      club.db,
      (tx) => lockClubAccounts(tx, ['club.plant_sales']),
      (tx) => tx.select().from(growingSales).where(eq(growingSales.label, sale)).for('update', { noWait: true }),
    );
    const buying = otto.buyFromBalance(sale, 1, '100.00');
    await untilWaiting(club.db, 1);
    await deliver();
    expect(await buying).toMatchObject({ status: 201, body: { status: 'completed' } });
  });
});

describeOnEachDatabase('at the same time on one order', (open) => {
  const acts = {
    payment: (club: Club, _: Buyer, label: string) => pay(club, label, 8000n, late),
    expiry: (club: Club) => expireOrders(club, late),
    cancel: (_: Club, buyer: Buyer, label: string) => buyer.cancel(label),
  };
  const names = Object.keys(acts) as (keyof typeof acts)[];
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));

  it.each(pairs)('%s and %s have one winner', { timeout: 60_000 }, async (...pair) => {
    const club = await openSalesClub(open);
    const sale = await aSale(club, start);
    const payments = BigInt(pair.filter((name) => name === 'payment').length);
    for (let round = 0; round < 5; round++) {
      const mia = await aBuyer(club, 12_000n);
      const { order_label: label } = (await mia.buyFromBalance(sale, 2, '120.00')).body;
      const { sold } = await stockOf(club, sale);
      const answers = await Promise.all(pair.map((name) => acts[name](club, mia, label)));
      const { status, timeline } = await mia.order(label);
      const isBought = status === 'completed';
      const ends = timeline.filter((step) => ['completed', 'expired', 'canceled'].includes(step.status) && !step.note);
      expect(ends.map((step) => step.status)).toEqual([status]);
      expect(pair).toContain({ completed: 'payment', expired: 'expiry', canceled: 'cancel' }[status]);
      expect(await stockOf(club, sale)).toEqual({ sold: sold + (isBought ? 2 : 0), reserved: 0 });
      expect(await mia.money()).toEqual({
        available: 12_000n + 8000n * payments - (isBought ? 20_000n : 0n),
        held: 0n,
      });
      const refusal = pair.map((name, at) => name === 'cancel' && (answers[at] as { status: number }).status);
      expect(refusal.filter(Boolean)).toEqual(
        pair.filter((name) => name === 'cancel').map(() => (status === 'canceled' ? 200 : 409)),
      );
    }
    await expectRightBooks(club);
  });
});
