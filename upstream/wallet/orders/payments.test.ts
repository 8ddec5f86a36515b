import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Club } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { notifications } from '../../notifications/notifications.tables';
import { newLabel } from '../labels';
import { walletTransactions } from '../transactions/transactions.tables';
import { expireOrders } from './expiry';
import { newKey, openWithOrder, pay } from './orders.testing';
import { receivePayment } from './payments';

const start = new Date('2026-11-20T09:00:00Z');
const dayMs = 24 * 60 * 60_000;
const later = (days: number) => new Date(start.getTime() + days * dayMs);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const notesOf = ({ timeline }: { timeline: { status: string; note: string | null }[] }) =>
  timeline.map(({ status, note }) => [status, note]);

describeOnEachDatabase('a payment', (open) => {
  let own: Awaited<ReturnType<typeof openWithOrder>>;
  let club: Club;
  beforeEach(async () => {
    own = await openWithOrder(open);
    club = own.club;
  });
  const told = async () => {
    const rows = await club.db.select().from(notifications).orderBy(asc(notifications.id));
    const mails = await club.mails();
    return { types: rows.map(({ type }) => type), subjects: mails.map(({ subject }) => subject) };
  };

  it('in full completes the order, and is in the balance at once', async () => {
    const { mia, label, available } = own;
    const { transactionLabel } = await pay(club, label, 10_000n, later(1));
    expect(await mia.show(label)).toMatchObject({
      status: 'completed',
      amount_paid: '100.00',
      amount_due: '0.00',
      bank_details: null,
      paid_at: later(1).toISOString(),
      actions: [],
      transaction_labels: [transactionLabel],
      timeline: [{ status: 'awaiting_payment' }, { status: 'paid', note: null }, { status: 'completed', note: null }],
    });
    expect(await available()).toBe(10_000n);
    expect(await club.db.select().from(walletTransactions)).toMatchObject([
      { label: transactionLabel, type: 'deposit', status: 'completed', referenceKind: 'order', referenceLabel: label },
    ]);
    const { types, subjects } = await told();
    expect([types, subjects]).toEqual([['wallet.order_paid'], ['Your payment of €100.00 arrived']]);
    const [mail] = await club.mails();
    expect(mail?.links).toContain(`${club.config.publicUrl}/financial/order/${label}`);
  });

  it('in part leaves the rest due, with a code of its own, until it comes', async () => {
    const { mia, label, available } = own;
    await pay(club, label, 4000n, later(1));
    const part = await mia.show(label);
    expect(part).toMatchObject({
      status: 'partially_paid',
      amount_paid: '40.00',
      amount_due: '60.00',
      actions: ['pay'],
    });
    expect(part.bank_details?.epc).toContain('\nEUR60.00\n');
    expect(await available()).toBe(4000n);
    await pay(club, label, 5000n, later(2));
    expect((await mia.show(label)).bank_details?.epc).toContain('\nEUR10.00\n');
    await pay(club, label, 1000n, later(3));
    const done = await mia.show(label);
    expect(done).toMatchObject({ status: 'completed', paid_at: later(3).toISOString() });
    expect(done.transaction_labels).toHaveLength(3);
    expect(notesOf(done)).toEqual([
      ['awaiting_payment', null],
      ['partially_paid', '€40.00 arrived and is in your balance. The rest is still due.'],
      ['partially_paid', '€50.00 arrived and is in your balance. The rest is still due.'],
      ['paid', 'The remaining €10.00 arrived.'],
      ['completed', null],
    ]);
    expect((await told()).types).toEqual(['wallet.order_part', 'wallet.order_part', 'wallet.order_paid']);
  });

  it('of more than due is in the balance as a whole', async () => {
    const { mia, label, available } = own;
    await pay(club, label, 12_050n, later(1));
    const order = await mia.show(label, { language: 'de' });
    expect(order).toMatchObject({ status: 'completed', amount_paid: '120.50', amount_due: '0.00' });
    expect(notesOf(order)[1]?.[1]).toBe(
      '20,50\u00a0€ mehr als nötig sind angekommen. Auch sie sind in deinem Guthaben.',
    );
    expect(await available()).toBe(12_050n);
  });

  it.each([
    ['canceled', ({ mia, label }: typeof own) => mia.cancel(label)],
    ['completed', ({ label }: typeof own) => pay(club, label, 10_000n, start)],
    ['expired', () => expireOrders(club, later(14))],
  ])('for an order that is %s goes to the balance, and the order stays as it is', async (status, end) => {
    const { mia, label, available } = own;
    await end(own);
    const before = await available();
    await pay(club, label, 3000n, later(15));
    const order = await mia.show(label);
    expect(order.status).toBe(status);
    expect(order.amount_paid).toBe(status === 'completed' ? '130.00' : '30.00');
    expect(notesOf(order).at(-1)).toEqual([status, '€30.00 arrived later and is in your balance.']);
    expect(await available()).toBe(before + 3000n);
    expect((await told()).types.at(-1)).toBe('wallet.order_late');
  });

  it('counts once, however often the bank tells of it', async () => {
    const { mia, label, available } = own;
    const key = newKey();
    const first = await pay(club, label, 4000n, later(1), key);
    expect(await pay(club, label, 4000n, later(2), key)).toEqual(first);
    expect((await mia.show(label)).amount_paid).toBe('40.00');
    expect(await available()).toBe(4000n);
    expect((await told()).types).toEqual(['wallet.order_part']);
  });

  it('is undone as a whole with the transaction that it comes in', async () => {
    const { mia, label, available } = own;
    const failing = transaction(club.db, async (tx) => {
      await receivePayment(tx, club, { label, amount: 10_000n, key: newKey() }, start);
      throw new Error('the file is broken further down');
    });
    await expect(failing).rejects.toThrow('further down');
    expect((await mia.show(label)).status).toBe('awaiting_payment');
    expect([await available(), (await told()).subjects]).toEqual([0n, []]);
  });

  it('is refused for no order, and for nothing', async () => {
    await expect(pay(club, newLabel('OR'), 100n, start)).rejects.toThrow('Not Found');
    await expect(pay(club, own.label, 0n, start)).rejects.toThrow(RangeError);
  });

  it('is told without a mail to a member who has no confirmed address', async () => {
    await club.db.update(users).set({ emailVerifiedAt: null });
    await pay(club, own.label, 10_000n, start);
    expect(await told()).toEqual({ types: ['wallet.order_paid'], subjects: [] });
  });
});

describeOnEachDatabase('an order that nobody pays', (open) => {
  it('expires when its time is over, and not a moment before', async () => {
    const { club, mia, label } = await openWithOrder(open);
    await expireOrders(club, new Date(later(14).getTime() - 1));
    expect((await mia.show(label)).status).toBe('awaiting_payment');
    await expireOrders(club, later(14));
    await expireOrders(club, later(14));
    expect(await mia.show(label)).toMatchObject({ status: 'expired', bank_details: null, actions: [] });
    expect((await club.mails()).map(({ subject }) => subject)).toEqual([`Your order ${label} expired`]);
    const rows = await club.db.select().from(notifications);
    expect(rows.map(({ type, url }) => [type, url])).toEqual([['wallet.order_expired', `/financial/order/${label}`]]);
  });

  it('keeps what was paid in part in the balance', async () => {
    const { club, mia, label, available } = await openWithOrder(open);
    await pay(club, label, 4000n, later(1));
    await expireOrders(club, later(14));
    expect(await mia.show(label)).toMatchObject({ status: 'expired', amount_paid: '40.00', amount_due: '0.00' });
    expect(await available()).toBe(4000n);
    const [, notice] = await club.db.select().from(notifications).orderBy(asc(notifications.id));
    expect(notice?.description.en).toContain('€100.00 was not paid in full in time. Money that arrives');
  });
});

describeOnPostgres('payments of one order at once', (open) => {
  it('sum up exactly', async () => {
    const { club, mia, label, available } = await openWithOrder(open, '1000.00');
    await Promise.all(Array.from({ length: 20 }, () => pay(club, label, 4999n, later(1))));
    expect(await mia.show(label)).toMatchObject({
      status: 'partially_paid',
      amount_paid: '999.80',
      amount_due: '0.20',
    });
    await Promise.all([pay(club, label, 20n, later(1)), pay(club, label, 30n, later(1))]);
    expect(await mia.show(label)).toMatchObject({ status: 'completed', amount_paid: '1000.30' });
    expect(await available()).toBe(100_030n);
  });

  it('and its expiry leave one true story, ten times over', async () => {
    const { club, mia, available } = await openWithOrder(open);
    let paid = 0n;
    for (let round = 0; round < 10; round++) {
      vi.setSystemTime(start);
      const { order_label: label } = (await mia.deposit('50.00')).body;
      await Promise.all([pay(club, label, 5000n, later(14)), expireOrders(club, later(14))]);
      paid += 5000n;
      const order = await mia.show(label);
      expect(order.amount_paid).toBe('50.00');
      const statuses = order.timeline.map(({ status }) => status);
      expect([
        ['awaiting_payment', 'paid', 'completed'],
        ['awaiting_payment', 'expired', 'expired'],
      ]).toContainEqual(statuses);
      expect(await available()).toBe(paid);
    }
  });

  it('and its cancellation, too', async () => {
    const { club, mia } = await openWithOrder(open);
    for (let round = 0; round < 10; round++) {
      const { order_label: label } = (await mia.deposit('50.00')).body;
      const [, canceled] = await Promise.all([pay(club, label, 5000n, start), mia.cancel(label)]);
      const { status, amount_paid } = await mia.show(label);
      expect([status, canceled.status, amount_paid]).toEqual(
        canceled.status === 200 ? ['canceled', 200, '50.00'] : ['completed', 409, '50.00'],
      );
    }
  });
});
