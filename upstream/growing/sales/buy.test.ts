import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Club } from '../../identity/identity.testing';
import { verifyLedger } from '../../ledger/verify';
import { notifications } from '../../notifications/notifications.tables';
import { expireOrders } from '../../wallet/orders/expiry';
import { newKey, pay } from '../../wallet/orders/orders.testing';
import { refundOrder } from '../../wallet/orders/refund';
import { listWalletFaults } from '../../wallet/verify-wallet';
import { aSale } from '../growing.testing';
import { growingPlants } from '../plants/plants.tables';
import { growingRooms, growingStages } from '../rooms/rooms.tables';
import { growingPurchaseEvents } from './sales.tables';
import { aBuyer, openSalesClub } from './sales.testing';

const start = new Date('2026-11-20T09:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('an order of plants', (open) => {
  let club: Club;
  let sale: string;
  beforeEach(async () => {
    club = await openSalesClub(open);
    sale = await aSale(club, start);
  });
  afterEach(async () => {
    // Payments of these tests come without a statement of the bank.
    const { faults } = await verifyLedger(club, [listWalletFaults]);
    expect(faults.filter((fault) => !fault.startsWith('The bank transfers'))).toEqual([]);
  });

  const plants = async () => {
    const rows = await club.db.select().from(growingPlants).orderBy(asc(growingPlants.position));
    return rows.map(({ roomCode, position, userId, returnedAt }) => [roomCode, position, userId, returnedAt !== null]);
  };
  const events = async () =>
    (await club.db.select().from(growingPurchaseEvents).orderBy(asc(growingPurchaseEvents.id))).map(({ kind }) => kind);

  const told = async (userId: number) => {
    const rows = await club.db.select().from(notifications).where(eq(notifications.userId, userId));
    return rows.map(({ type, description }) => [type, description.en]);
  };

  it('by transfer reserves them, and they have numbers when it is paid', async () => {
    const mia = await aBuyer(club);
    const { status, body } = await mia.buy(sale, { quantity: 3 });
    expect([status, body]).toMatchObject([
      201,
      {
        type: 'plant_purchase',
        status: 'awaiting_payment',
        amount: '300.00',
        amount_due: '300.00',
        payment_method: 'bank_transfer',
        items: [{ title: 'Plant in House B2, from cycle 1', quantity: 3, unit_price: '100.00', amount: '300.00' }],
      },
    ]);
    expect(await mia.sale(sale)).toMatchObject({
      ...{ available: 47, reserved: 3, mine: 0, mine_reserved: 3, may_buy: 0 },
      open_order: body.order_label,
    });
    expect([await plants(), await events()]).toEqual([[], []]);
    await pay(club, body.order_label, 30_000n, later(1));
    expect(body.plants).toBeUndefined();
    expect(await mia.order(body.order_label)).toMatchObject({
      ...{ status: 'completed', amount_due: '0.00' },
      plants: [{ first: 'B2-00001', last: 'B2-00003', count: 3 }],
    });
    expect(await told(mia.id)).toEqual([
      ['wallet.order_paid', `Order ${body.order_label} is paid. Your plants are B2-00001 to B2-00003.`],
    ]);
    expect((await club.mails()).at(-1)?.text).toContain('The order is paid. Your plants are B2-00001 to B2-00003.');
    expect(await plants()).toEqual([1, 2, 3].map((position) => ['B2', position, mia.id, false]));
    expect(await mia.sale(sale)).toMatchObject({ available: 47, reserved: 0, mine: 3, may_buy: 17, open_order: null });
    expect(await mia.money()).toEqual({ available: 0n, held: 0n });
    expect(await events()).toEqual(['bought']);
    expect(club.broadcaster.sent.filter(({ event }) => event === 'sale.updated').map(({ data }) => data)).toEqual([
      { sale_label: sale, available: 47, status: 'open' },
      { sale_label: sale, available: 47, status: 'open' },
    ]);
  });

  it('from the balance is paid at once, after a code for exactly this', async () => {
    const mia = await aBuyer(club, 50_000n);
    const order = { quantity: 2, from_balance: '200.00' };
    expect(await mia.buy(sale, order)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    const { status, body } = await mia.buyFromBalance(sale, 2, '200.00');
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ status: 'completed', payment_method: 'balance', amount_paid: '200.00' },
        plants: [{ first: 'B2-00001', last: 'B2-00002', count: 2 }],
      },
    ]);
    expect(await told(mia.id)).toEqual([
      ['wallet.order_bought', 'Paid with €200.00 from your balance. Your plants are B2-00001 and B2-00002.'],
    ]);
    expect((await club.mails()).at(-1)).toMatchObject({
      subject: `Your order ${body.order_label} is complete`,
      text: expect.stringContaining(`/financial/order/${body.order_label}`),
    });
    const one = (await mia.buyFromBalance(sale, 1, '100.00')).body;
    expect(
      (await mia.call('GET', `/wallet/orders/${one.order_label}`, undefined, { language: 'de' })).body,
    ).toMatchObject({
      plants: [{ first: 'B2-00003', last: 'B2-00003', count: 1 }],
    });
    expect((await told(mia.id)).flat()).toContain('Paid with €100.00 from your balance. Your plant is B2-00003.');
    expect(await mia.money()).toEqual({ available: 20_000n, held: 0n });
    expect(await plants()).toHaveLength(3);
  });

  it('from the balance and by transfer holds the one until the other arrives', async () => {
    const mia = await aBuyer(club, 12_000n);
    const { body } = await mia.buyFromBalance(sale, 2, '120.00');
    expect(body).toMatchObject({
      ...{ status: 'awaiting_payment', payment_method: 'mixed', amount_paid: '120.00', amount_due: '80.00' },
      actions: ['cancel', 'pay'],
      timeline: [{ note: null }, { note: '€120.00 of your balance is held for this order.' }],
    });
    expect(await mia.money()).toEqual({ available: 0n, held: 12_000n });
    const [mail] = await club.mails();
    expect(mail?.subject).toBe(`Bank details for your order ${body.order_label}`);
    expect(mail?.text).toContain('Please transfer €80.00 by');
    await pay(club, body.order_label, 5000n, later(1));
    expect(await mia.order(body.order_label)).toMatchObject({ status: 'partially_paid', amount_due: '30.00' });
    expect(await mia.money()).toEqual({ available: 0n, held: 17_000n });
    await pay(club, body.order_label, 4000n, later(1));
    expect(await mia.order(body.order_label)).toMatchObject({ status: 'completed', amount_paid: '210.00' });
    expect(await mia.money()).toEqual({ available: 1000n, held: 0n });
  });

  it.each([
    ['canceled', async (label: string, mia: Awaited<ReturnType<typeof aBuyer>>) => void (await mia.cancel(label))],
    ['expired', async () => expireOrders(club, later(10))],
  ])('that is %s gives back the stock and what was held, and later money stays in the balance', async (status, end) => {
    const mia = await aBuyer(club, 12_000n);
    const { order_label: label } = (await mia.buyFromBalance(sale, 2, '120.00')).body;
    await end(label, mia);
    expect(await mia.order(label)).toMatchObject({ status, amount_due: '0.00', actions: [] });
    expect(await mia.money()).toEqual({ available: 12_000n, held: 0n });
    expect(await mia.sale(sale)).toMatchObject({ available: 50, mine_reserved: 0, open_order: null });
    await pay(club, label, 8000n, later(11));
    expect(await mia.money()).toEqual({ available: 20_000n, held: 0n });
    expect(await plants()).toEqual([]);
  });

  it('is refunded before its plants begin to grow, and not after', async () => {
    const mia = await aBuyer(club, 50_000n);
    const [first, second] = [
      (await mia.buyFromBalance(sale, 2, '200.00')).body.order_label,
      (await mia.buyFromBalance(sale, 1, '100.00')).body.order_label,
    ];
    const refund = (label: string) =>
      transaction(club.db, (tx) => refundOrder(tx, club, { label, reason: 'You asked.', actorId: mia.id }, later(1)));
    await refund(first as string);
    expect(await mia.order(first as string)).toMatchObject({ status: 'refunded' });
    expect(await mia.money()).toEqual({ available: 40_000n, held: 0n });
    expect(await plants()).toEqual([1, 2, 3].map((position) => ['B2', position, mia.id, position < 3]));
    expect(await mia.sale(sale)).toMatchObject({ available: 49, mine: 1 });
    expect(await events()).toEqual(['bought', 'bought', 'returned']);
    await club.db
      .insert(growingStages)
      .values({ roomCode: 'B2', cycle: 1, stage: 'seedling', since: later(30), strain: 'Morgentau' });
    await expect(refund(second as string)).rejects.toThrow('Its plants have begun to grow.');
    expect(await mia.order(second as string)).toMatchObject({ status: 'completed' });
  });

  it('is made once, however often it is sent with its key', async () => {
    const mia = await aBuyer(club);
    const key = newKey();
    const [one, two] = [await mia.buy(sale, { quantity: 1 }, key), await mia.buy(sale, { quantity: 1 }, key)];
    expect(two.body.order_label).toBe(one.body.order_label);
    expect(await mia.buy(sale, { quantity: 2 }, key)).toMatchObject({ status: 422 });
  });

  it.each([
    ['more than one member may have', { quantity: 21 }, 409, 'too_many'],
    ['more than the balance has', { quantity: 2, from_balance: '150.00' }, 409, 'balance_changed'],
    ['no plant', { quantity: 0 }, 422, undefined],
    ['a part of a plant', { quantity: 1.5 }, 422, undefined],
    ['as many as nobody has', { quantity: 1e9 }, 422, undefined],
    ['an amount over the price', { quantity: 1, from_balance: '100.01' }, 422, undefined],
    ['an amount below nothing', { quantity: 1, from_balance: '-1.00' }, 422, undefined],
  ])('for %s is refused, and nothing is held', async (_, order, status, code) => {
    const mia = await aBuyer(club, 12_000n);
    const sent =
      'from_balance' in order && order.from_balance > '0'
        ? mia.buyFromBalance(sale, order.quantity, order.from_balance)
        : mia.buy(sale, order);
    expect(await sent).toMatchObject({ status, body: code ? { code } : {} });
    expect(await mia.money()).toEqual({ available: 12_000n, held: 0n });
    expect(await mia.sale(sale)).toMatchObject({ available: 50, mine_reserved: 0 });
  });

  it('is refused outside the time of the sale, beside an unpaid one, and of a sale that is not there', async () => {
    const mia = await aBuyer(club);
    const [upcoming, over] = [
      await aSale(club, start, { startsAt: later(1) }),
      await aSale(club, start, { endsAt: start, startsAt: later(-2) }),
    ];
    expect(await mia.buy(upcoming, { quantity: 1 })).toMatchObject({ status: 409, body: { code: 'not_open' } });
    expect(await mia.buy(over, { quantity: 1 })).toMatchObject({ status: 409, body: { code: 'closed' } });
    expect(await mia.buy('SL-NOSUCHONE', { quantity: 1 })).toMatchObject({ status: 404 });
    await mia.buy(sale, { quantity: 1 });
    expect(await mia.buy(sale, { quantity: 1 })).toMatchObject({ status: 409, body: { code: 'open_order' } });
  });

  it('takes no more than is left', async () => {
    const small = await aSale(club, start, { total: 3, maxPerMember: 3 });
    const [mia, ben] = [await aBuyer(club), await aBuyer(club)];
    await mia.buy(small, { quantity: 2 });
    const refusal = (await ben.buy(small, { quantity: 2 })).body;
    expect(refusal).toMatchObject({ code: 'sold_out', message: 'Only 1 plant is left. Nothing was ordered.' });
    await ben.buy(small, { quantity: 1 });
    const nora = await aBuyer(club);
    expect(await nora.sale(small)).toMatchObject({ status: 'sold_out', available: 0, may_buy: 0 });
    expect(await nora.buy(small, { quantity: 1 })).toMatchObject({ status: 409, body: { code: 'sold_out' } });
  });
});

describeOnPostgres('many orders at the same time', (open) => {
  it('sell each plant once, and hold no money of those who come too late', { timeout: 120_000 }, async () => {
    const club = await openSalesClub(open);
    const sale = await aSale(club, start, { total: 10, maxPerMember: 1 });
    const buyers = await Promise.all(Array.from({ length: 30 }, () => aBuyer(club, 10_000n)));
    const answers = await Promise.all(buyers.map((buyer) => buyer.buyFromBalance(sale, 1, '100.00')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['sold_out']),
    );
    const money = await Promise.all(buyers.map((buyer) => buyer.money()));
    expect(money.filter(({ available, held }) => available === 10_000n && held === 0n)).toHaveLength(20);
    const owned = await club.db.select().from(growingPlants).where(eq(growingPlants.saleLabel, sale));
    expect(new Set(owned.map(({ position }) => position)).size).toBe(10);
    const [room] = await club.db.select().from(growingRooms);
    expect(room?.lastNumber).toBe(10);
  });
});
