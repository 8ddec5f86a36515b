import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { readPdf } from '../../documents/pdf.testing';
import type { Club } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { newLabel } from '../labels';
import { walletOrders } from './orders.tables';
import { newKey, openOrders, openOrdersClub, pay } from './orders.testing';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a deposit', (open) => {
  let club: Club;
  let mia: Awaited<ReturnType<typeof openOrders>>;
  let id: number;
  beforeEach(async () => {
    club = await openOrdersClub(open);
    id = (await club.addMember()).id;
    mia = await openOrders(club, 'mia@example.org');
  });

  it('is an order that awaits its payment, with all that is needed to transfer it', async () => {
    const { status, body } = await mia.deposit('1599.34');
    expect(status).toBe(201);
    expect(body).toEqual({
      order_label: expect.stringMatching(/^OR-[0-9A-HJKMNP-TV-Z]{8}[0-9A-Z]$/),
      type: 'deposit',
      status: 'awaiting_payment',
      amount: '1599.34',
      currency: 'EUR',
      amount_paid: '0.00',
      amount_due: '1599.34',
      payment_method: 'bank_transfer',
      payment_reference: body.order_label,
      items: [{ title: 'Deposit into your balance', quantity: 1, unit_price: '1599.34', amount: '1599.34' }],
      bank_details: {
        account_holder: 'Almende eG',
        iban: 'DE02120300000000202051',
        bic: 'BYLADEM1001',
        bank_name: 'Deutsche Kreditbank Berlin',
        reference: body.order_label,
        amount: '1599.34',
        currency: 'EUR',
        epc: `BCD\n002\n1\nSCT\nBYLADEM1001\nAlmende eG\nDE02120300000000202051\nEUR1599.34\n\n\n${body.order_label}`,
      },
      expires_at: '2026-12-04T09:00:00.000Z',
      paid_at: null,
      created_at: start.toISOString(),
      timeline: [{ status: 'awaiting_payment', at: start.toISOString(), note: null }],
      actions: ['cancel', 'pay'],
      transaction_labels: [],
      documents: [{ kind: 'bank_details', name: `bank-details-${body.order_label}` }],
    });
    expect(await mia.show(body.order_label)).toEqual(body);
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'order.created'));
    expect(rows).toMatchObject([{ userId: id, actorId: id, detail: { order: body.order_label } }]);
  });

  it('is found however its label is typed, in the member’s language', async () => {
    const { order_label: label } = (await mia.deposit('50.00')).body;
    const typed = label
      .toLowerCase()
      .replace('-', ' ')
      .replace(/(....)$/, ' $1');
    const found = await mia.show(encodeURIComponent(typed), { language: 'de' });
    expect(found.order_label).toBe(label);
    expect(found.items[0]?.title).toBe('Einzahlung auf dein Guthaben');
  });

  it('comes as a PDF with what has to be transferred, as long as something is due', async () => {
    const { order_label: label } = (await mia.deposit('1599.34')).body;
    const path = `/wallet/orders/${label}/bank-details/pdf`;
    for (const [language, name, amount] of [
      ['en', 'bank-details', '€1,599.34'],
      ['de', 'bankverbindung', '1.599,34 €'],
    ] as const) {
      const { status, body } = await mia.call('GET', path, undefined, { language });
      expect([status, body.name, body.mime_type]).toEqual([200, `${name}-${label}`, 'application/pdf']);
      const { text, pages, isTagged } = await readPdf(Buffer.from(body.data as unknown as string, 'base64'));
      for (const said of ['Almende eG', 'DE02 1203 0000 0000 2020 51', 'BYLADEM1001', label, amount]) {
        expect(text).toContain(said);
      }
      expect([pages.length, isTagged]).toEqual([1, true]);
    }
    await mia.cancel(label);
    const over = await mia.call('GET', path);
    expect([over.status, over.body.code]).toEqual([409, 'nothing_due']);
  });

  it.each([
    ['49.99', 'The smallest deposit is €50.00.', 'Die kleinste Einzahlung ist 50,00\u00a0€.'],
    ['50000.01', 'The largest deposit is €50,000.00.', 'Die größte Einzahlung ist 50.000,00\u00a0€.'],
  ])('of %s is outside the limits', async (amount, english, german) => {
    const refused = await mia.deposit(amount);
    expect([refused.status, refused.body.errors]).toEqual([422, { amount: [english] }]);
    const abgelehnt = await mia.deposit(amount, newKey(), { language: 'de' });
    expect(abgelehnt.body.errors).toEqual({ amount: [german] });
    expect(await club.db.$count(walletOrders)).toBe(0);
  });

  it.each(['50.00', '50000.00'])('of %s is within them', async (amount) => {
    expect((await mia.deposit(amount)).status).toBe(201);
  });

  it.each([[undefined], [null], [''], ['0.00'], ['-50.00'], ['50'], ['50,00'], ['5e2'], [50], [['50.00']], ['50.000']])(
    'is not made of %j',
    async (amount) => {
      const refused = await mia.deposit(amount);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['amount']]);
    },
  );

  it('needs its key, and takes no field that it does not know', async () => {
    const noKey = await mia.call('POST', '/wallet/deposits', { amount: '50.00' });
    expect([noKey.status, Object.keys(noKey.body.errors)]).toEqual([422, ['idempotency-key']]);
    const headers = { 'idempotency-key': newKey() };
    const further = await mia.call('POST', '/wallet/deposits', { amount: '50.00', user_id: 1 }, { headers });
    expect(further.status).toBe(422);
    expect(await club.db.$count(walletOrders)).toBe(0);
  });

  it('is made once for one key, and a key belongs to one amount', async () => {
    const key = newKey();
    const first = await mia.deposit('50.00', key);
    expect((await mia.deposit('50.00', key)).body).toEqual(first.body);
    const other = await mia.deposit('60.00', key);
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['idempotency_key']]);
    expect(await club.db.$count(walletOrders)).toBe(1);
  });

  it('is one of five that are open; one that is canceled makes room', async () => {
    const labels = [];
    for (let number = 0; number < 5; number++) labels.push((await mia.deposit('50.00')).body.order_label);
    const sixth = await mia.deposit('50.00');
    expect([sixth.status, sixth.body.code]).toEqual([409, 'too_many_open']);
    await mia.cancel(labels[0] as string);
    expect((await mia.deposit('50.00')).status).toBe(201);
  });

  it('needs the permission, and an account that stays', async () => {
    await club.db.update(users).set({ permissions: ['wallet.view'] });
    expect((await mia.deposit('50.00')).body.code).toBe('missing_permission');
    await club.db.update(users).set({
      permissions: ['wallet.deposit'],
      deletionRequestedAt: start,
      deletionDueAt: new Date('2026-12-04T09:00:00Z'),
    });
    expect((await mia.deposit('50.00')).body.code).toBe('account_closing');
    expect((await mia.call('GET', '/wallet/orders')).body.code).toBe('missing_permission');
  });

  it('is canceled as long as nothing was paid', async () => {
    const { order_label: label } = (await mia.deposit('50.00')).body;
    vi.setSystemTime(start.getTime() + 60_000);
    const canceled = await mia.cancel(label.toLowerCase());
    expect(canceled).toMatchObject({
      status: 200,
      body: { status: 'canceled', actions: [], bank_details: null, documents: [], amount_due: '0.00' },
    });
    expect(canceled.body.timeline.map(({ status }) => status)).toEqual(['awaiting_payment', 'canceled']);
    const again = await mia.cancel(label);
    expect([again.status, again.body]).toEqual([200, canceled.body]);
    const { order_label: paid } = (await mia.deposit('50.00')).body;
    await pay(club, paid, 1n, start);
    expect((await mia.cancel(paid)).body.code).toBe('not_cancelable');
  });

  it('is nobody else’s: what is not theirs is as what does not exist', async () => {
    const { order_label: label } = (await mia.deposit('50.00')).body;
    await club.addMember({ email: 'ben@example.org' });
    const ben = await openOrders(club, 'ben@example.org');
    const nobodys = newLabel('OR');
    const unknown = await ben.call('GET', `/wallet/orders/${nobodys}`);
    for (const wrong of [label, 'OR-0', nobodys, label.replace('OR', 'TX')]) {
      expect(await ben.call('GET', `/wallet/orders/${wrong}`)).toMatchObject({ status: 404, body: unknown.body });
      expect((await ben.cancel(wrong)).status).toBe(404);
    }
    expect((await ben.call('GET', '/wallet/orders')).body).toMatchObject({ data: [], total: 0 });
    expect((await mia.show(label)).status).toBe('awaiting_payment');
  });

  it('stands in the list, newest first, by state and page', async () => {
    const labels: string[] = [];
    for (let number = 0; number < 3; number++) {
      vi.setSystemTime(start.getTime() + number * 1000);
      labels.unshift((await mia.deposit('50.00')).body.order_label);
    }
    await mia.cancel(labels[1] as string);
    const listed = async (query: string) => {
      const { body } = await mia.call('GET', `/wallet/orders?${query}`);
      return [body.data.map(({ order_label }) => order_label), body.total];
    };
    expect(await listed('')).toEqual([labels, 3]);
    expect(await listed('state=open')).toEqual([[labels[0], labels[2]], 2]);
    expect(await listed('state=closed')).toEqual([[labels[1]], 1]);
    expect(await listed('per_page=1&page=2')).toEqual([[labels[1]], 3]);
    expect((await mia.call('GET', '/wallet/orders?state=paid')).status).toBe(422);
  });
});

describeOnPostgres('deposits ordered at once', (open) => {
  it('are one, where they are one sending fifty times', async () => {
    const club = await openOrdersClub(open);
    await club.addMember();
    const mia = await openOrders(club, 'mia@example.org');
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => mia.deposit('50.00', key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.order_label}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await club.db.$count(walletOrders)).toBe(1);
  });

  it('are never more than five', async () => {
    const club = await openOrdersClub(open);
    await club.addMember();
    const mia = await openOrders(club, 'mia@example.org');
    const answers = await Promise.all(Array.from({ length: 20 }, () => mia.deposit('50.00')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 409)).toHaveLength(15);
    expect(await club.db.$count(walletOrders)).toBe(5);
  });
});
