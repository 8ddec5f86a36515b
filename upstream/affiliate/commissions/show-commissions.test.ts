/** What members see of their commissions, call by call. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Commission, CommissionDetails, Commissions } from '../../contract/affiliate-commissions';
import { describeOnEachDatabase } from '../../database/database.testing';
import { recordStatements } from '../../database/statements.testing';
import { transaction } from '../../database/transaction';
import { aSale } from '../../growing/growing.testing';
import { aBuyer, openSalesClub } from '../../growing/sales/sales.testing';
import type { Club } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { newKey } from '../../wallet/orders/orders.testing';
import { refundOrder } from '../../wallet/orders/refund';
import { recordTransaction } from '../../wallet/transactions/record';
import { hideName } from '../team/hide-name';
import { leave, move } from '../team/team.testing';
import { mountCommissions } from './commissions.api';
import { listCommissions } from './list-commissions';
import { settleCommissions } from './settle';

const start = new Date('2026-11-20T09:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60_000);

type Buyer = Awaited<ReturnType<typeof aBuyer>>;
type Answer = { status: number; body: Commissions & CommissionDetails };

describeOnEachDatabase('the commissions of a member', (open) => {
  let club: Club;
  let sale: string;
  let top: Buyer;
  let near: Buyer;
  let buyer: Buyer;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    club = await openSalesClub(open, mountCommissions);
    sale = await aSale(club, start, { total: 99, maxPerMember: 99 });
    top = await aBuyer(club);
    near = await aBuyer(club, 100_000n, { referrerId: top.id, firstname: 'Ada', lastname: 'Kern' });
    buyer = await aBuyer(club, 100_000n, { referrerId: near.id, firstname: 'Ben', lastname: 'Öz' });
  });
  afterEach(() => void vi.useRealTimers());

  /** A purchase of one plant, a minute after the one before. */
  async function buy(who: Buyer): Promise<string> {
    const { body } = await who.buyFromBalance(sale, 1, '100.00');
    vi.setSystemTime(Date.now() + 60_000);
    return body.order_label;
  }
  const get = async (who: Buyer, path = '') =>
    (await who.call('GET', `/affiliate/commissions${path}`)) as unknown as Answer;
  const listOf = async (who: Buyer, query = '') => (await get(who, query)).body;
  const shapeOf = ({ level, amount, status }: Commission) => [level, amount, status];
  const refund = (label: string, now: Date) =>
    transaction(club.db, (tx) => refundOrder(tx, club, { label, reason: 'Asked for', actorId: top.id }, now));
  const spend = (userId: number, amount: bigint) =>
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

  it('are listed with what each came from, the newest first', async () => {
    const first = await buy(near);
    const second = await buy(buyer);
    const list = await listOf(top);
    expect(list).toMatchObject({ total: 2, currency: 'EUR' });
    expect(list.sums).toEqual({ earned: '0.00', pending: '7.00', reversed: '0.00', owed: '0.00' });
    expect(list.data).toMatchObject([
      { level: 2, rate: '2.00', base_amount: '100.00', amount: '2.00', order_label: second, status: 'pending' },
      { level: 1, rate: '5.00', base_amount: '100.00', amount: '5.00', order_label: first, status: 'pending' },
    ]);
    expect(list.data[1]).toMatchObject({
      ...{ created_at: start.toISOString(), matures_at: later(14).toISOString(), paid_at: null },
      ...{ transaction_label: null, reversal: null, withheld: '0.00' },
    });
    expect(await listOf(buyer)).toMatchObject({ data: [], total: 0, from: null });
  });

  it('are filtered by status and level', async () => {
    const refunded = await buy(near);
    await buy(near);
    await buy(buyer);
    await settleCommissions(club, later(15));
    await refund(refunded, later(15));
    await buy(buyer);
    const shapes = async (query: string) => {
      const { data, total } = await listOf(top, query);
      expect(total).toBe(data.length);
      return data.map(shapeOf);
    };
    const reversed = [1, '5.00', 'reversed'];
    const paid = [
      [2, '2.00', 'paid'],
      [1, '5.00', 'paid'],
    ];
    const pending = [2, '2.00', 'pending'];
    expect(await shapes('')).toEqual([pending, ...paid, reversed]);
    expect(await shapes('?status=paid')).toEqual(paid);
    expect(await shapes('?status=pending')).toEqual([pending]);
    expect(await shapes('?status=reversed')).toEqual([reversed]);
    expect(await shapes('?level=1')).toEqual([paid[1], reversed]);
    expect(await shapes('?level=2&status=paid')).toEqual([paid[0]]);
    expect(await shapes('?level=3')).toEqual([]);
    for (const query of ['?status=owed', '?level=4', '?level=x', '?page=0']) {
      expect((await get(top, query)).status).toBe(422);
    }
  });

  it('stand once in pages of any size, and after any of them', async () => {
    const orders: string[] = [];
    for (let n = 0; n < 7; n++) orders.unshift(await buy(n % 3 === 0 ? buyer : near));
    for (const filter of ['', '&status=pending']) {
      const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => listOf(top, `?per_page=2&page=${page}${filter}`)));
      expect(pages.flatMap(({ data }) => data.map(({ order_label }) => order_label))).toEqual(orders);
      expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
        [2, 7],
        [2, 7],
        [2, 7],
        [1, 7],
        [0, 7],
      ]);
      const { data } = await listOf(top, `?per_page=3${filter}`);
      const rest = await listOf(top, `?after=${data[2]?.id}${filter}`);
      expect(rest.data.map(({ order_label }) => order_label)).toEqual(orders.slice(3));
    }
    const [own] = (await listOf(near)).data;
    expect((await listOf(top, `?after=${own?.id}`)).data).toEqual([]);
  });

  it('that were made in the same moment stand once, too', async () => {
    const orders: string[] = [];
    for (let n = 0; n < 5; n++) {
      vi.setSystemTime(start);
      orders.push(await buy(near));
    }
    const pages = await Promise.all([1, 2, 3].map((page) => listOf(top, `?per_page=2&page=${page}`)));
    expect(pages.flatMap(({ data }) => data.map(({ order_label }) => order_label)).sort()).toEqual(orders.sort());
    const { data } = await listOf(top);
    expect((await listOf(top, `?after=${data[1]?.id}`)).data).toEqual(data.slice(2));
  });

  it('are nobody else’s', async () => {
    await buy(buyer);
    const [own] = (await listOf(near)).data;
    expect((await get(near, `/${own?.id}`)).body).toMatchObject({ id: own?.id, level: 1 });
    for (const who of [top, buyer]) expect((await get(who, `/${own?.id}`)).status).toBe(404);
    for (const id of ['CM-0', 'x', '%27', `${own?.id}0`]) expect((await get(near, `/${id}`)).status).toBe(404);
    expect((await club.call('GET', '/affiliate/commissions')).status).toBe(401);
  });

  it('name the buyer as the team does', async () => {
    await buy(buyer);
    const nameFor = async (who: Buyer) => {
      const answer = await get(who);
      expect(JSON.stringify(answer.body)).not.toContain('@');
      const [{ id, from }] = answer.body.data as [Commission];
      expect((await get(who, `/${id}`)).body.from).toEqual(from);
      return from.name;
    };
    expect([await nameFor(near), await nameFor(top)]).toEqual(['Ben Öz', 'Ben Ö.']);
    await hideName(club.db, buyer.id, true, start);
    expect([await nameFor(near), await nameFor(top)]).toEqual(['Ben Öz', null]);
    await hideName(club.db, buyer.id, false, start);
    await move(club, buyer.id, near.id, top.id);
    expect([await nameFor(near), await nameFor(top)]).toEqual([null, 'Ben Öz']);
    await leave(club, buyer.id);
    expect(await nameFor(top)).toBeNull();
  });

  it('show the payment, the reversal and what was set off, on both sides', async () => {
    const first = await buy(near);
    await buy(near);
    await settleCommissions(club, new Date(later(14).getTime() + 59_000));
    const now = new Date(later(14).getTime() + 90_000);
    const { data } = await listCommissions(club.db, top.id, { page: 1, per_page: 15 }, now);
    expect(data.map(({ status }) => status)).toEqual(['approved', 'paid']);
    await spend(top.id, 380n);
    await refund(first, now);
    await settleCommissions(club, now);
    const [next, reversed] = (await listOf(top)).data as [Commission, Commission];
    const transactions = [next, reversed].map(({ transaction_label }) => transaction_label);
    expect(transactions).toEqual([expect.stringMatching(/^TX-/), expect.stringMatching(/^TX-/)]);
    expect(next).toMatchObject({ status: 'paid', withheld: '3.80', reversal: null });
    expect(reversed).toMatchObject({
      ...{ status: 'reversed', withheld: '0.00' },
      reversal: { reason: 'refund', taken: '1.20', owed: '0.00', transaction_label: expect.stringMatching(/^TX-/) },
    });
    const part = { amount: '3.80', at: now.toISOString() };
    expect((await get(top, `/${next.id}`)).body).toEqual({
      ...next,
      ...{ repays: [{ id: reversed.id, ...part }], repaid: '0.00', repaid_by: [] },
    });
    expect((await get(top, `/${reversed.id}`)).body).toEqual({
      ...reversed,
      ...{ repays: [], repaid: '3.80', repaid_by: [{ id: next.id, ...part }] },
    });
    expect((await listOf(top)).sums).toEqual({ earned: '5.00', pending: '0.00', reversed: '5.00', owed: '0.00' });
  });

  it('are read with few statements, however many there are', async () => {
    await buy(near);
    const [own] = (await listOf(top)).data;
    const count = async () => {
      const paths = ['', '?status=pending', '?level=1&page=2', `/${own?.id}`];
      const counts: number[] = [];
      // After a minute, a call also notes when the device was last in use.
      await get(top);
      for (const path of paths) counts.push((await recordStatements(() => get(top, path))).length);
      return counts;
    };
    // Each begins with the statement that finds the member.
    expect(await count()).toEqual([3, 3, 3, 2]);
    for (let n = 0; n < 4; n++) await buy(buyer);
    expect(await count()).toEqual([3, 3, 3, 2]);
  });

  it('need the permission', async () => {
    await club.db
      .update(users)
      .set({ permissions: ['news.view'] })
      .where(eq(users.id, top.id));
    for (const path of ['', '/CM-0']) expect((await get(top, path)).status).toBe(403);
  });
});
