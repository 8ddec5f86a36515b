import { like } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeLimits } from '../../contract/write-limits';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { rateLimits } from '../../http/throttle.tables';
import type { Club } from '../../identity/identity.testing';
import { walletOrders } from './orders.tables';
import { newKey, openOrders, openOrdersClub } from './orders.testing';

const start = new Date('2026-11-20T09:00:00Z');
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const { minute, day } = writeLimits.order;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

type Mia = Awaited<ReturnType<typeof openOrders>>;

/** Orders and cancels at once, so that there are never too many open orders. */
async function orderAndCancel(mia: Mia, key = newKey()): Promise<number> {
  const { status, body } = await mia.deposit('50.00', key);
  if (status === 201) await mia.cancel(body.order_label);
  return status;
}

/** Orders a deposit and returns the status with the headers of the throttle. */
async function orderForHeaders(mia: Mia) {
  const answer = (await mia.deposit('50.00')) as unknown as { status: number; headers: Headers };
  const { headers } = answer;
  const of = (name: string) => Number(headers.get(name));
  return [answer.status, of('x-ratelimit-limit'), of('x-ratelimit-remaining'), of('retry-after')];
}

describeOnEachDatabase('orders of one member', (open) => {
  let club: Club;
  let mia: Mia;
  beforeEach(async () => {
    club = await openOrdersClub(open);
    await club.addMember();
    mia = await openOrders(club, 'mia@example.org');
  });
  const orderTimes = async (count: number) => {
    for (let n = 0; n < count; n++) expect(await orderAndCancel(mia)).toBe(201);
  };

  it('are so many a minute, in whichever session; the next is refused with the time to wait', async () => {
    const key = newKey();
    const first = await mia.deposit('50.00', key);
    await orderTimes(minute - 2);
    expect(await orderForHeaders(mia)).toEqual([201, minute, 0, 0]);
    expect(await orderForHeaders(mia)).toEqual([429, minute, 0, 60]);
    const elsewhere = await openOrders(club, 'mia@example.org');
    expect((await elsewhere.deposit('50.00')).status).toBe(429);
    expect(await club.db.$count(walletOrders)).toBe(minute);
    // The same idempotency key gets the first answer again.
    const again = await mia.deposit('50.00', key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    await club.addMember({ email: 'ida@example.org' });
    const ida = await openOrders(club, 'ida@example.org');
    expect((await ida.deposit('50.00')).status).toBe(201);
    pass(61);
    await mia.cancel(first.body.order_label);
    expect(await orderAndCancel(mia)).toBe(201);
  });

  it('are so many a day, since their rows stay', async () => {
    for (let left = day; left > 0; left -= minute) {
      await orderTimes(Math.min(left, minute));
      pass(61);
    }
    const [status, limit, remaining, seconds] = await orderForHeaders(mia);
    expect([status, limit, remaining]).toEqual([429, day, 0]);
    expect(seconds).toBeGreaterThan(23 * 3600);
    expect(await club.db.$count(walletOrders)).toBe(day);
    pass(24 * 3600);
    mia = await openOrders(club, 'mia@example.org');
    expect(await orderAndCancel(mia)).toBe(201);
  });
});

describeOnEachDatabase('the limits of what a member writes', (open) => {
  async function withMia() {
    const club = await openOrdersClub(open);
    await club.addMember();
    const mia = await openOrders(club, 'mia@example.org');
    const points = async (period: 'minute' | 'day') =>
      (
        await club.db
          .select()
          .from(rateLimits)
          .where(like(rateLimits.key, `write.order.${period}:%`))
      )[0]?.points;
    return { club, mia, points };
  }

  it('hold for a call that keeps no answers, whatever key it brings', async () => {
    const { club, mia } = await withMia();
    const key = newKey();
    const { order_label: label } = (await mia.deposit('50.00', key)).body;
    const cancel = () =>
      mia.call('POST', `/wallet/orders/${label}/cancel`, {}, { headers: { 'idempotency-key': key } });
    expect((await cancel()).status).toBe(200);
    const used = like(rateLimits.key, 'write.money.minute:%');
    await club.db.update(rateLimits).set({ points: 1_000_000 }).where(used);
    expect((await cancel()).status).toBe(429);
  });

  it('count for the day what the minute lets through, and no more', async () => {
    const { mia, points } = await withMia();
    for (let n = 0; n < minute; n++) expect(await orderAndCancel(mia)).toBe(201);
    for (let n = 0; n < 3; n++) expect((await mia.deposit('50.00')).status).toBe(429);
    expect([await points('minute'), await points('day')]).toEqual([minute + 3, minute]);
  });
});

describeOnPostgres('orders of one member, sent at once', (open) => {
  it('are no more than a minute allows', async () => {
    const club = await openOrdersClub(open);
    await club.addMember();
    const mia = await openOrders(club, 'mia@example.org');
    const statuses = await Promise.all(
      Array.from({ length: 3 * minute }, async () => (await mia.deposit('50.00')).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * minute);
  });
});
