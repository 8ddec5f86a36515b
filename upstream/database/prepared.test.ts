import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rateLimits } from '../http/throttle.tables';
import { describeOnEachDatabase } from './database.testing';
import { prepared, preparedSql } from './prepared';
import { transaction } from './transaction';

describeOnEachDatabase('a prepared query', (open) => {
  it('is built once, and reads what its own transaction wrote', async () => {
    const { db } = await open();
    let built = 0;
    const select = prepared((one) => {
      built++;
      return one
        .select({ points: rateLimits.points })
        .from(rateLimits)
        .where(eq(rateLimits.key, sql.placeholder('key')))
        .prepare('test_points');
    });
    const read = (one: Parameters<typeof select>[0]) => select(one).execute({ key: 'a' });
    for (const points of [1, 2]) {
      const failing = transaction(db, async (tx) => {
        expect(await read(tx)).toEqual([]);
        await tx.insert(rateLimits).values({ key: 'a', points });
        expect(await read(tx)).toEqual([{ points }]);
        await transaction(tx, async (nested) => expect(await read(nested)).toEqual([{ points }]));
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      expect(await read(db)).toEqual([]);
    }
    expect(built).toBe(1);
  });
});

describeOnEachDatabase('prepared SQL', (open) => {
  it('is built once, also for a transaction', async () => {
    const { db } = await open();
    let built = 0;
    const add = preparedSql<{ sum: number }>('test_sum', () => {
      built++;
      return sql`select ${sql.placeholder('one')}::int + ${sql.placeholder('other')}::int + ${1}::int as sum`;
    });
    expect(await add(db, { one: 1, other: 2 })).toEqual([{ sum: 4 }]);
    expect(await transaction(db, (tx) => add(tx, { one: 3, other: 4 }))).toEqual([{ sum: 8 }]);
    expect(built).toBe(1);
  });
});
