import { eq, sql } from 'drizzle-orm';
import jsQr from 'jsqr';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletOrders } from '../../upstream/wallet/orders/orders.tables';
import { type Club, sharedClub } from '../support/club';
import type { Member } from '../support/members';
import { openOrders } from '../support/orders';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

const DEPOSIT = '/financial/action/make-deposit';
const REVIEW = `${DEPOSIT}?amount=1599.34&step=review`;

let member: Member;
let visitor: Visitor;
beforeEach(async () => {
  member = await club.member();
  visitor = new Visitor(club.url);
  await visitor.signIn(member);
});

const type = async (amount: string | string[], more = {}) =>
  visitor.submit(await visitor.get(DEPOSIT), 'deposit', { amount, intent: 'review', ...more });
const order = (page: Page, fields = {}) => visitor.submit(page, 'deposit-review', { intent: 'create', ...fields });
/** Orders a deposit and returns the path of its page. */
const pathOfOrder = async () =>
  ((await order(await visitor.get(REVIEW))).location ?? '').replace(/\/bank-details$/, '');
const listOrders = ({ id }: Member) =>
  club.db.select().from(walletOrders).where(eq(walletOrders.userId, id)).orderBy(walletOrders.createdAt);

describe('an amount', () => {
  it.each([
    ['1,599.34', '1599.34'],
    [' 50 ', '50.00'],
    ['50 000,00 €', '50000.00'],
  ])('typed as %j leads to the review of %s', async (typed, amount) => {
    const answer = await type(typed);
    expect([answer.status, answer.location?.replace(/&key=[\da-f-]{36}$/, '')]).toEqual([
      303,
      `${DEPOSIT}?amount=${amount}&step=review`,
    ]);
  });

  it.each(['', '12', '49.99', '50,000.01', '1.599', '-50', '1e3', 'fifty', '<b>50</b>', '９９', '9'.repeat(300)])(
    'typed as %j is answered 422 at its field, and is kept',
    async (typed) => {
      const answer = await type(typed);
      expect(answer.status).toBe(422);
      const [field = ''] = /<input[^>]*id="deposit-amount"[^>]*>/.exec(answer.body) ?? [];
      expect(field).toContain('aria-invalid="true"');
      expect(formOf(answer, 'deposit').fields).toContainEqual(['amount', typed]);
      expect(answer.body).toContain('<title>Error: ');
    },
  );

  it('sent twice, or with fields that the form does not have, is refused', async () => {
    expect([(await type(['50', '60'])).status, (await type('50', { user_id: '1' })).status]).toEqual([422, 422]);
  });

  it.each(['?amount=abc&step=review', '?amount=0.00&step=review', '?step=review', '?amount=5e3&step=review'])(
    'that the address %s does not name is asked for',
    async (query) => {
      expect(formOf(await visitor.get(DEPOSIT + query), 'deposit').fields).toContainEqual(['amount', '']);
    },
  );
});

describe('an order', () => {
  it('is one, however often the same form is sent', async () => {
    const review = await visitor.get(REVIEW);
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(review)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(new Set(answers.map(({ location }) => location?.replace('/bank-details', ''))).size).toBe(1);
    expect(await listOrders(member)).toMatchObject([{ amount: 159_934n, status: 'awaiting_payment' }]);
  });

  it('leads to its bank details, and is found, not made again, by the review that "back" and a reload show', async () => {
    const address = (await type('60')).location ?? '';
    const made = await order(await visitor.get(address));
    expect([made.status, made.location]).toEqual([303, expect.stringMatching(/\/OR-\w{9}\/bank-details$/)]);
    const again = await order(await visitor.get(address));
    expect([again.status, `${again.location}/bank-details`]).toEqual([303, made.location]);
    expect(readableText(await visitor.follow(again))).toContain('You have already created this deposit.');
    expect(await listOrders(member)).toHaveLength(1);
  });

  it.each(['canceled', 'expired'] as const)('that is %s leads to a new review and order', async (status) => {
    const review = await visitor.get((await type('60')).location ?? '');
    await order(review);
    await club.db.update(walletOrders).set({ status }).where(eq(walletOrders.userId, member.id));
    const anew = await visitor.follow(await order(review));
    expect(readableText(anew)).toContain(textsIn('en')('wallet:deposit.ended_before'));
    expect((await order(anew)).status).toBe(303);
    expect(await listOrders(member)).toMatchObject([{ status }, { status: 'awaiting_payment', amount: 6000n }]);
  });

  it('of another amount under the same key is refused, and the form comes back with a fresh one', async () => {
    const review = await visitor.get((await type('1599.34')).location ?? '');
    await order(review);
    const answer = await order(review, { amount: '60.00' });
    expect(answer).toMatchObject({ status: 303, location: expect.stringMatching(/\?amount=60\.00&step=review&key=/) });
    const refused = await visitor.follow(answer);
    expect(readableText(refused)).toContain('Please send it again.');
    const keyIn = (page: Page) => formOf(page, 'deposit-review').fields.find(([name]) => name === 'idempotency_key');
    expect(keyIn(refused)).not.toEqual(keyIn(review));
    expect(await listOrders(member)).toHaveLength(1);
  });

  it.each([{ amount: '10.00' }, { amount: '1e3' }, { amount: '' }, { amount: '50.00', type: 'plant_purchase' }])(
    'is not made of %j',
    async (fields) => {
      const answer = await order(await visitor.get(REVIEW), fields);
      expect(answer.status).toBe(422);
      expect(await listOrders(member)).toEqual([]);
    },
  );

  it('beyond the fifth open one is refused in the member’s words', async () => {
    const review = await visitor.get(REVIEW);
    for (let number = 0; number < 5; number++) await order(await visitor.get(REVIEW));
    const sixth = await order(review);
    expect(sixth.status).toBe(409);
    expect(readableText(sixth)).toContain('You have 5 open orders.');
    expect(formOf(sixth, 'deposit-review').fields).toContainEqual(['amount', '1599.34']);
  });

  it('is found by its owner alone, whatever stands behind its label', async () => {
    const path = await pathOfOrder();
    for (const further of ['', '/success', '/pending', '/canceled', '/failed', '/bank-details']) {
      expect((await visitor.get(path + further)).status, further).toBe(200);
    }
    expect((await visitor.get(path.toLowerCase())).status).toBe(200);
    for (const wrong of [`${path}/paid`, '/financial/order/OR-0', '/financial/order/%00', `${path}X`]) {
      expect((await visitor.get(wrong)).status, wrong).toBe(404);
    }
    const other = new Visitor(club.url);
    await other.signIn(await club.member());
    for (const further of ['', '/bank-details']) {
      expect((await other.get(path + further)).status, further).toBe(404);
    }
    // An unavailable file leads to its page.
    const file = await other.get(`${path}/bank-details.pdf`);
    expect(file.status).toBe(302);
    expect(file.headers.get('location')).toBe(`${path}/bank-details`);
  });

  it('is canceled by its form alone', async () => {
    const path = await pathOfOrder();
    await visitor.get(`${path}?cancel`);
    const csrf = formOf(await visitor.get(`${path}?cancel`), 'cancel').fields.find(([name]) => name === 'csrf')?.[1];
    expect((await visitor.post(path, { intent: 'cancel' })).status).toBe(400);
    expect((await visitor.post(path, { csrf: csrf ?? '', intent: 'refund' })).status).toBe(400);
    expect(await listOrders(member)).toMatchObject([{ status: 'awaiting_payment' }]);
    for (let twice = 0; twice < 2; twice++) {
      const canceled = await visitor.post(path, { csrf: csrf ?? '', intent: 'cancel' });
      expect(canceled.location).toBe(path);
      expect(readableText(await visitor.follow(canceled))).toContain('The order is cancelled.');
    }
    expect(await listOrders(member)).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('the bank details', () => {
  it('have a code that a camera reads as the transfer', async () => {
    const path = await pathOfOrder();
    const { body } = await visitor.get(`${path}/bank-details`);
    const [, size = '', drawn = ''] = /viewBox="0 0 (\d+) \d+"[^>]*><path d="([^"]+)"/.exec(body) ?? [];
    const label = path.split('/').at(-1);
    const payload = `BCD\n002\n1\nSCT\nBYLADEM1001\nAlmende eG\nDE02120300000000202051\nEUR1599.34\n\n\n${label}`;
    expect(decode(drawn, Number(size))).toBe(payload);
  });

  it('come as a PDF with their name, and nobody keeps it', async () => {
    const path = await pathOfOrder();
    const { status, headers, body } = await visitor.get(`${path}/bank-details.pdf`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`filename="bank-details-${path.split('/').at(-1)}.pdf"`);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(body).toMatch(/^%PDF-1\.7/);
  });
});

/** Paints the page's QR code with four pixels for a module, and reads the image. */
function decode(path: string, size: number): string | undefined {
  const side = (size + 8) * 4;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, command, first, second] of path.slice('M0 .5'.length).matchAll(/([hm])(-?\d+)(?: (\d+))?/g)) {
    if (command === 'h') {
      for (let column = x * 4; column < (x + Number(first)) * 4; column++) {
        for (let row = y * 4; row < (y + 1) * 4; row++) {
          const at = ((row + 16) * side + column + 16) * 4;
          pixels.fill(0, at, at + 3);
        }
      }
    }
    x += Number(first);
    y += Number(second ?? 0);
  }
  return jsQr(pixels, side, side)?.data;
}

describe('an order that is complete', () => {
  const t = textsIn('en');
  it.each([
    ['deposit', true],
    ['plant_purchase', false],
  ] as const)('of the type %s says that the money is in the balance: %s', async (type, isInBalance) => {
    const [label = ''] = await openOrders(club, member, { count: 1, amount: 5000n });
    // Without the triggers, which demand a payment and what it buys.
    await club.db.execute(
      sql.raw(`do $$ begin
        set local session_replication_role = replica;
        update wallet_orders set type = '${type}', status = 'completed', amount_paid = amount, paid_at = created_at where label = '${label}';
      end $$`),
    );
    const text = readableText(await visitor.get(`/financial/order/${label}`));
    expect(text.includes(t('wallet:order.step.credited'))).toBe(isInBalance);
    expect(text.includes(t('wallet:order.next.completed'))).toBe(isInBalance);
    expect(text.includes(t('wallet:order.next.bought'))).toBe(!isInBalance);
  });
});

describe('an order that was refunded long ago', () => {
  it.each([
    ['en', 'is transferring'],
    ['de', 'überweist'],
  ] as const)('says in %s what happened, and not that the club %s the money', async (language, ongoing) => {
    const mia = await club.member({ language });
    const own = new Visitor(club.url);
    await own.signIn(mia);
    const [label = ''] = await openOrders(club, mia, { count: 1, amount: 5000n });
    // Without the triggers, which demand the bookings.
    await club.db.execute(
      sql.raw(`do $$ begin
        set local session_replication_role = replica;
        update wallet_orders set status = 'refunded', amount_paid = amount, paid_at = created_at where label = '${label}';
      end $$`),
    );
    const text = readableText(await own.get(`/financial/order/${label}`));
    expect(text).toContain(textsIn(language)('wallet:order.next.refunded'));
    expect(text).not.toContain(ongoing);
  });
});
