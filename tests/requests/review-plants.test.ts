import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { ghostPath } from '../support/ghost';
import { codeIn } from '../support/mailbox';
import { signedIn } from '../support/realtime';
import { closeSale, openSale, orderPlants, ordersOf, reviewPlants } from '../support/sales';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';
import { equipToWithdraw, readBalances } from '../support/withdrawals';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const tomorrow = () => new Date(club.clock.now() + 24 * 3600_000);
const buyAll = async (label: string) => orderPlants((await signedIn(club)).visitor, label, 3);

describe('the review of an order', () => {
  const buy = (visitor: Visitor, review: Page) => visitor.submit(review, 'review-plants', { agree_terms: 'on' });

  it.each([
    ['sold out', 409, 'Nothing was ordered.', buyAll],
    [
      'almost sold out',
      409,
      'Only 1 plant is left',
      async (label: string) => orderPlants((await signedIn(club)).visitor, label, 2),
    ],
    ['closed', 409, 'This sale is closed', (label: string) => closeSale(club, label)],
  ])('refuses what is %s meanwhile', async (_, status, words, meanwhile) => {
    const { visitor, member } = await signedIn(club);
    const label = await openSale(club, 'R2', { total: 3, maxPerMember: 3 });
    const review = await reviewPlants(visitor, label, 2);
    await meanwhile(label);
    const refused = await buy(visitor, review);
    expect(refused.status).toBe(status);
    expect(readableText(refused)).toContain(words);
    expect(readableText(refused)).toContain('2 plants in House R2');
    expect(formOf(refused, 'review-plants').fields).toContainEqual(['agree_terms', 'on']);
    expect(await ordersOf(club, member)).toEqual({ count: 0, held: 0n });
  });

  it.each([
    ['too many', 21],
    ['more than there are', 99_999],
  ])('leads back to the sale with %s that were written into its address', async (_, quantity) => {
    const { visitor } = await signedIn(club);
    const label = await openSale(club, 'R2');
    const led = await visitor.get(`/growing/sale/${label}/review?quantity=${quantity}&from=0.00`);
    expect(led.location).toBe(`/growing/sale/${label}?quantity=${quantity}&from=0.00`);
    const sale = await visitor.follow(led);
    expect(readableText(sale)).toContain('You may buy 20 at most. Enter a smaller number.');
    expect(formOf(sale, 'buy-plants').fields).toContainEqual(['quantity', String(quantity)]);
  });

  it.each([
    ['is sold out', {}, 'All plants are sold or reserved.', async (label: string) => buyAll(label)],
    ['is closed', {}, 'This sale is closed.', (label: string) => closeSale(club, label)],
    ['has not begun', { startsAt: tomorrow }, 'This sale has not begun.', async () => undefined],
    [
      'has an unpaid order of the member',
      {},
      'reserved for you. Pay or cancel that order',
      async (label: string, visitor: Visitor) => orderPlants(visitor, label, 1),
    ],
  ])(
    'leads back to a sale that %s, which says so',
    async (_, { startsAt }: { startsAt?: () => Date }, words, before) => {
      const { visitor } = await signedIn(club);
      const label = await openSale(club, 'R2', {
        total: 3,
        maxPerMember: 3,
        ...(startsAt && { startsAt: startsAt() }),
      });
      await before(label, visitor);
      const led = await visitor.get(`/growing/sale/${label}/review?quantity=1&from=0.00`);
      expect(led.location).toBe(`/growing/sale/${label}`);
      expect(readableText(await visitor.follow(led))).toContain(words);
    },
  );

  it('names the terms of the sale, what is to be transferred, and what a code confirms', async () => {
    const { visitor, member } = await signedIn(club);
    await equipToWithdraw(club, member);
    const label = await openSale(club, 'R2');
    const review = await visitor.get(`/growing/sale/${label}/review?quantity=5&from=496.00`);
    expect(readableText(review)).toContain('You transfer €4.00');
    const terms = `/growing/sale/${label}?quantity=5&from=496.00#terms`;
    expect(review.body).toContain(`href="${terms.replace('&', '&amp;')}"`);
    expect((await visitor.get(terms)).body).toContain('id="terms"');
    expect(readableText(await buy(visitor, review))).toContain(
      'With this code you confirm: an order of 5 plants in House R2, €496.00 from your balance.',
    );
  });

  it('orders once, however often it is sent', async () => {
    const { visitor, member } = await signedIn(club);
    const review = await reviewPlants(visitor, await openSale(club, 'R2'), 2);
    const [first, second] = [await buy(visitor, review), await buy(visitor, review)];
    expect([first.status, first.location]).toEqual([303, `${second.location}/bank-details`]);
    expect(readableText(await visitor.follow(second))).toContain('You have already placed this order.');
    expect(await ordersOf(club, member)).toEqual({ count: 1, held: 0n });
  });

  it('asks for the agreement at its field', async () => {
    const { visitor, member } = await signedIn(club);
    const label = await openSale(club, 'R2');
    const refused = await visitor.submit(await reviewPlants(visitor, label, 2), 'review-plants');
    expect(refused.status).toBe(422);
    expect(refused.body).toMatch(
      /name="agree_terms"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="agree_terms"/,
    );
    expect(await ordersOf(club, member)).toEqual({ count: 0, held: 0n });
  });

  it.each([
    '',
    '?quantity=0&from=0.00',
    '?quantity=1.5&from=0.00',
    '?quantity=1e9&from=0.00',
    '?quantity=two&from=0.00',
    '?quantity=2',
    '?quantity=2&from=-1.00',
    '?quantity=2&from=1.5',
  ])('without a whole order in its address (%j) leads to the sale', async (query) => {
    const { visitor } = await signedIn(club);
    const label = await openSale(club, 'R2');
    expect((await visitor.get(`/growing/sale/${label}/review${query}`)).location).toBe(`/growing/sale/${label}`);
  });

  it('never pays more than the price from the balance', async () => {
    const { visitor } = await signedIn(club);
    const label = await openSale(club, 'R2');
    const here = `/growing/sale/${label}/review`;
    const { location } = await visitor.get(`${here}?quantity=2&from=9999999999.99&key=k`);
    expect(location).toBe(`${here}?quantity=2&from=200.00&key=k`);
    const review = await visitor.get(location ?? '');
    expect(readableText(review)).not.toMatch(/[-−]\s?€\d*[1-9]\d*\.\d\d\s+You transfer\s+[-−]/);
    expect(readableText(review)).toMatch(/You transfer\s+€0\.00/);
  });

  it('refuses what the balance no longer covers, and keeps the order', async () => {
    const { visitor, member } = await signedIn(club);
    await equipToWithdraw(club, member);
    const label = await openSale(club, 'R2');
    const page = await visitor.get(`/growing/sale/${label}`);
    const review = await visitor.follow(await visitor.submit(page, 'buy-plants', { quantity: '5', use_balance: 'on' }));
    expect(readableText(review)).toMatch(/You transfer\s+within 3 bank working days\s+€4\.00/);
    const asked = await buy(visitor, review);
    const mail = await club.mailbox.waitFor({ to: member.email, subject: /code/i });
    // Meanwhile the money goes into another order.
    const other = await openSale(club, 'R3');
    const second = await visitor.follow(
      await visitor.submit(await visitor.get(`/growing/sale/${other}`), 'buy-plants', {
        quantity: '1',
        use_balance: 'on',
      }),
    );
    const secondAsked = await buy(visitor, second);
    const secondMail = await club.mailbox.waitFor({ to: member.email, subject: /code/i });
    const bought = await visitor.submit(secondAsked, 'review-plants', {
      agree_terms: 'on',
      verification_code: codeIn(secondMail),
    });
    expect(bought.status).toBe(303);
    const refused = await visitor.submit(asked, 'review-plants', {
      agree_terms: 'on',
      verification_code: codeIn(mail),
    });
    expect(readableText(refused)).toContain('€396.00');
    expect(readableText(refused)).toContain('5 plants in House R2');
    expect(await readBalances(club, member)).toEqual({ available: 39_600n, held: 0n });
  });
});

describe('staff in ghost mode', () => {
  it('see a sale without the balance and without its form', async () => {
    const member = await club.member();
    await equipToWithdraw(club, member);
    const visitor = new Visitor(club.url);
    const entrance = await visitor.get(await ghostPath(club, member));
    expect((await visitor.submit(entrance, entrance.path)).location).toBe('/dashboard');
    const label = await openSale(club, 'R2');
    const page = await visitor.get(`/growing/sale/${label}`);
    expect(page.status).toBe(200);
    expect(readableText(page)).toContain('50 of 50 plants are left');
    expect(page.body).not.toContain('name="quantity"');
    expect(readableText(page)).not.toContain('496.00');
    const review = await visitor.get(`/growing/sale/${label}/review?quantity=1&from=0.00`);
    expect(review.location).toBe(`/growing/sale/${label}`);
    expect(readableText(await visitor.get('/growing/sale'))).toContain('50 of 50 plants are left');
  });
});
