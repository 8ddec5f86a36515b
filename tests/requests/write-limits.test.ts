import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits } from '../../upstream/http/throttle.tables';
import { walletOrders } from '../../upstream/wallet/orders/orders.tables';
import { type Club, startClub } from '../support/club';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const exhaust = (kind: string) =>
  club.db
    .update(rateLimits)
    .set({ points: 1_000_000 })
    .where(like(rateLimits.key, `write.${kind}%`));
const fieldOf = (page: Page, form: string, name: string) =>
  formOf(page, form).fields.find(([field]) => field === name)?.[1];

describe.each(['en', 'de'] as const)('a member who is faster than people are (%s)', (language) => {
  const t = textsIn(language);
  let visitor: Visitor;
  let userId: number;
  beforeEach(async () => {
    await club.db.delete(rateLimits);
    const member = await club.member({ language });
    userId = member.id;
    visitor = new Visitor(club.url);
    await visitor.signIn(member);
  });

  it('has what they typed back, and reads how long to wait', async () => {
    const form = await visitor.get('/settings/address');
    expect((await visitor.submit(form, 'address', { city: 'Schwedt' })).status).toBe(303);
    await exhaust('settings.minute');
    const refused = await visitor.submit(await visitor.get('/settings/address'), 'address', { city: 'Potsdam' });
    expect([refused.status, fieldOf(refused, 'address', 'city')]).toEqual([429, 'Potsdam']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(readableText(refused)).toContain(t('problem.too_many.title'));
    await club.db.delete(rateLimits);
    expect((await visitor.submit(refused, 'address')).status).toBe(303);
  });

  it('orders no more today, and is answered as before for what was ordered', async () => {
    const review = await visitor.get('/financial/action/make-deposit?amount=50.00&step=review');
    const done = await visitor.submit(review, 'deposit-review', { intent: 'create' });
    expect(done.status).toBe(303);
    await exhaust('order.day');
    const other = await visitor.get('/financial/action/make-deposit?amount=60.00&step=review');
    const refused = await visitor.submit(other, 'deposit-review', { intent: 'create' });
    expect(refused.status).toBe(429);
    expect(readableText(refused)).toContain(t('problem.too_many.wait_hours_other', { count: 24 }));
    const again = await visitor.submit(review, 'deposit-review', { intent: 'create' });
    expect([again.status, `${again.location}/bank-details`]).toEqual([303, done.location]);
    const orders = await club.db.select().from(walletOrders).where(eq(walletOrders.userId, userId));
    expect(orders).toHaveLength(1);
  });
});
