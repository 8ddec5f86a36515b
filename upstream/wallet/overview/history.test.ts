import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { aMember, giveMoney, now } from '../wallet.testing';
import { endsOfDays, getBalanceHistory } from './history';

const at = (instant: string) => new Date(instant);

describeOnEachDatabase('the balance over time', (open) => {
  it('is 0.00 on every day of a member without bookings', async () => {
    const { db } = await open();
    const { currency, points } = await getBalanceHistory(db, await aMember({ db }), 7, now);
    expect(currency).toBe('EUR');
    expect(points.map(({ on, balance }) => `${on} ${balance}`)).toEqual(
      ['14', '15', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day} 0.00`),
    );
  });

  it('has what was there at the end of each day of UTC, and what is there now', async () => {
    const { db } = await open();
    const [mira, other] = [await aMember({ db }), await aMember({ db })];
    await giveMoney({ db }, mira, 10_000n, at('2026-09-01T08:00:00Z'));
    await giveMoney({ db }, other, 77n, at('2026-11-16T08:00:00Z'));
    await giveMoney({ db }, mira, 250n, at('2026-11-16T08:00:00Z'));
    await giveMoney({ db }, mira, 5_000n, at('2026-11-16T23:59:59.999Z'));
    await giveMoney({ db }, mira, -10_000n, at('2026-11-18T00:00:00Z'));
    await giveMoney({ db }, mira, 1n, now);
    const { points } = await getBalanceHistory(db, mira, 7, now);
    expect(points.map(({ balance }) => balance)).toEqual([
      '100.00',
      '100.00',
      '152.50',
      '152.50',
      '52.50',
      '52.50',
      '52.51',
    ]);
  });
});

describeOnPostgres('the cost of the balance over time', (open) => {
  it('is one look into an index a day, whatever else was booked', async () => {
    const { db } = await open();
    const member = await aMember({ db });
    for (let day = 0; day < 300; day++) await giveMoney({ db }, member, 1n, new Date(now.getTime() + day * 3600_000));
    await db.$client.query('analyze wallet_transactions');
    const query = endsOfDays(member, ['2026-11-21', '2026-11-22', '2026-11-23']);
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain analyze ${query}`);
    const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index[^\n]* using wallet_transactions_over_time [^\n]*actual [^\n]*rows=1(\.00)? loops=3/);
  });
});
