/** Orders, refunds, payments and moves of one line at the same moment. */
import { and, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { aSale } from '../../growing/growing.testing';
import { getBalances } from '../../ledger/ledger';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { join, leave, move, start } from '../team/team.testing';
import { listTeamFaults } from '../team/verify-team';
import { affiliateCommissions } from './commissions.tables';
import { buyAtOnce, credit, listBookFaults, refundAtOnce } from './commissions.testing';
import { settleCommissions } from './settle';

const patience = { timeout: 180_000 };

const later = (days: number) => new Date(start.getTime() + days * 86_400_000);

/** A line of three, the last of whom has money, and somebody beside it. */
async function openLine(club: TestDatabase) {
  const sale = await aSale(club, start, { endsAt: later(99), total: 99, maxPerMember: 99 });
  const top = await join(club, null);
  const near = await join(club, top);
  const buyer = await join(club, near);
  const beside = await join(club, null);
  await credit(club, buyer, 100_000n, start);
  return { sale, top, near, buyer, beside };
}

const earnersOf = async ({ db }: TestDatabase, order: string) => {
  const { userId, level, orderLabel } = affiliateCommissions;
  return db.select({ userId, level }).from(affiliateCommissions).where(eq(orderLabel, order)).orderBy(level);
};

async function expectRightBooks(club: TestDatabase) {
  expect(await listBookFaults(club)).toEqual([]);
  expect(await listTeamFaults(club.db, 10)).toEqual([]);
}

/** Does `meanwhile` when the purchase has read the line and waits to write its commissions. */
async function buyWhile({ db, ...club }: TestDatabase, sale: string, buyer: number, meanwhile: () => Promise<unknown>) {
  const holder = await db.$client.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table affiliate_commissions in share row exclusive mode');
    const bought = buyAtOnce({ ...club, db }, sale, buyer, start);
    const isWaiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'insert into "affiliate_commissions"%'`;
    await expect.poll(async () => (await db.execute(isWaiting)).rows.length, { timeout: 60_000 }).toBe(1);
    await meanwhile();
    await holder.query('commit');
    return await bought;
  } finally {
    // Without its connection nothing holds the lock.
    holder.release(true);
  }
}

describeOnPostgres('the commissions of an order', (open) => {
  it('follow a move of the line at the moment of the payment, and the order is paid', patience, async () => {
    const club = await open();
    const { sale, top, near, buyer, beside } = await openLine(club);
    const order = await buyWhile(club, sale, buyer, () => move(club, near, top, beside));
    expect(await earnersOf(club, order)).toEqual([
      { userId: near, level: 1 },
      { userId: beside, level: 2 },
    ]);
    const [{ status } = {}] = await club.db.select().from(walletOrders).where(eq(walletOrders.label, order));
    expect(status).toBe('completed');
    await expectRightBooks(club);
  });

  it('are not created for who leaves at the moment of the payment, and the order is paid', patience, async () => {
    const club = await open();
    const { sale, top, near, buyer } = await openLine(club);
    const order = await buyWhile(club, sale, buyer, () => leave(club, near));
    expect(await earnersOf(club, order)).toEqual([{ userId: top, level: 2 }]);
    await expectRightBooks(club);
  });

  it('are moved or not, paid and taken back once, whatever comes first', patience, async () => {
    const club = await open();
    const { sale, top, near, buyer, beside } = await openLine(club);
    const [first, second] = [await buyAtOnce(club, sale, buyer, start), await buyAtOnce(club, sale, buyer, start)];
    await settleCommissions(club, later(14));
    await credit(club, near, -800n, later(14));
    const third = await buyAtOnce(club, sale, buyer, later(1));
    const work = [
      refundAtOnce(club, first, top, later(15)),
      refundAtOnce(club, second, top, later(15)),
      buyAtOnce(club, sale, buyer, later(15)),
      move(club, near, top, beside),
      settleCommissions(club, later(15)),
      settleCommissions(club, later(15)),
    ];
    const [, , bought] = (await Promise.all(work)) as string[];
    await settleCommissions(club, later(15));
    await settleCommissions(club, later(30));
    const kept = [third, bought as string];
    const rows = await club.db.select().from(affiliateCommissions);
    expect(rows.every(({ status, orderLabel }) => status === (kept.includes(orderLabel) ? 'paid' : 'reversed'))).toBe(
      true,
    );
    expect(rows.map(({ orderLabel, level }) => `${orderLabel} ${level}`).sort()).toEqual(
      [first, second, ...kept].flatMap((order) => [`${order} 1`, `${order} 2`]).sort(),
    );
    // Four times 5 %, of which two were taken back, and what was spent.
    expect((await getBalances(club.db, near, 'EUR')).available).toBe(200n);
    const others = [await getBalances(club.db, top, 'EUR'), await getBalances(club.db, beside, 'EUR')];
    expect(others.reduce((sum, { available }) => sum + available, 0n)).toBe(400n);
    await expectRightBooks(club);
  });

  it(
    'are paid while a refund has another one of the member, so that both never wait for each other',
    patience,
    async () => {
      const club = await open();
      const { sale, near, buyer } = await openLine(club);
      const [first, second] = [await buyAtOnce(club, sale, buyer, start), await buyAtOnce(club, sale, buyer, start)];
      const { orderLabel, status, userId } = affiliateCommissions;
      const stateOf = async (order: string) =>
        (
          await club.db
            .select({ status })
            .from(affiliateCommissions)
            .where(and(eq(orderLabel, order), eq(userId, near)))
        )[0];
      const holder = await club.db.$client.connect();
      try {
        await holder.query('begin');
        await holder.query('select from affiliate_commissions where order_label = $1 for update', [first]);
        await settleCommissions(club, later(14));
        expect([await stateOf(first), await stateOf(second)]).toEqual([{ status: 'pending' }, { status: 'paid' }]);
      } finally {
        // Without its connection nothing holds the lock.
        holder.release(true);
      }
      await expect
        .poll(() => settleCommissions(club, later(14)).then(() => stateOf(first)))
        .toEqual({ status: 'paid' });
      await expectRightBooks(club);
    },
  );
});
