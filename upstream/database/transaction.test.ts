import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rateLimits } from '../http/throttle.tables';
import { writeAudit } from './audit';
import { auditLog } from './audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from './database.testing';
import { findFailure, isUnavailable, isUniqueViolation } from './failures';
import { afterCommit, clientOf, transaction } from './transaction';

describeOnEachDatabase('transaction', (open) => {
  it('commits what was written and returns the result', async () => {
    const { db } = await open();
    const result = await transaction(db, async (tx) => {
      await tx.insert(rateLimits).values({ key: 'a', points: 1 });
      return 7;
    });
    expect(result).toBe(7);
    expect(await db.select().from(rateLimits)).toEqual([{ key: 'a', points: 1, expire: null }]);
  });

  it('rolls back on an error and leaves the connection usable', async () => {
    const { db } = await open();
    const failing = transaction(db, async (tx) => {
      await tx.insert(rateLimits).values({ key: 'a', points: 1 });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await db.select().from(rateLimits)).toEqual([]);
  });

  it('rolls back only the inner part when a nested transaction fails', async () => {
    const { db } = await open();
    const effects: string[] = [];
    await transaction(db, async (tx) => {
      await tx.insert(rateLimits).values({ key: 'outer', points: 1 });
      const inner = transaction(tx, async (nested) => {
        afterCommit(nested, () => effects.push('inner'));
        await nested.insert(rateLimits).values({ key: 'inner', points: 1 });
        throw new Error('stop');
      });
      await expect(inner).rejects.toThrow('stop');
      afterCommit(tx, () => effects.push('outer'));
    });
    expect((await db.select().from(rateLimits)).map((row) => row.key)).toEqual(['outer']);
    expect(effects).toEqual(['outer']);
  });

  it('names the constraint of a duplicate', async () => {
    const { db } = await open();
    await db.insert(rateLimits).values({ key: 'a', points: 1 });
    const error = await db
      .insert(rateLimits)
      .values({ key: 'a', points: 1 })
      .catch((failure: unknown) => failure);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'rate_limits_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'other')).toBe(false);
  });

  it('answers again after a statement failed on a named statement', async () => {
    const { db } = await open();
    const named = { name: 'one', text: 'select 1 as one' };
    await db.$client.query(named);
    await expect(db.$client.query('select nothing')).rejects.toThrow();
    expect((await db.$client.query(named)).rows).toEqual([{ one: 1 }]);
  });

  it('prepares a statement again that the session has lost', async () => {
    const { db } = await open();
    const named = { name: 'two', text: 'select 2 as two' };
    const lose = async () => {
      await db.$client.query(named);
      await db.$client.query('discard all');
    };
    await lose();
    expect((await db.$client.query(named)).rows).toEqual([{ two: 2 }]);
    await lose();
    expect((await transaction(db, (tx) => clientOf(tx).query(named))).rows).toEqual([{ two: 2 }]);
  });

  it('prepares a statement again whose columns have changed', async () => {
    const { db } = await open();
    const named = { name: 'three', text: 'select * from changed' };
    await db.execute(sql`create table changed as select 1 as one`);
    expect((await db.$client.query(named)).rows).toEqual([{ one: 1 }]);
    await db.execute(sql`alter table changed add two int default 2`);
    expect((await db.$client.query(named)).rows).toEqual([{ one: 1, two: 2 }]);
    await db.execute(sql`alter table changed add three int default 3`);
    const read = await transaction(db, (tx) => clientOf(tx).query(named));
    expect(read.rows).toEqual([{ one: 1, two: 2, three: 3 }]);
    // Other tests get the same database.
    await db.execute(sql`drop table changed`);
  });

  it('loses a transaction whose connection breaks, and goes on with another connection', async () => {
    const { db } = await open();
    const failing = transaction(db, async (tx) => {
      await tx.insert(rateLimits).values({ key: 'a', points: 1 });
      await clientOf(tx).query({ text: 'select 1', name: 'kept by the session' });
      await clientOf(tx).end();
    });
    await expect(failing).rejects.toThrow();
    expect(await db.select().from(rateLimits)).toEqual([]);
    await transaction(db, (tx) => clientOf(tx).query({ text: 'select 1', name: 'kept by the session' }));
  });

  it('keeps the audit log append-only', async () => {
    const { db } = await open();
    const now = new Date('2026-11-20T09:41:00.123Z');
    await transaction(db, (tx) => writeAudit(tx, now, { action: 'login', actorId: 1, userId: 1, ip: '::1' }));
    const [row] = await db.select().from(auditLog);
    expect(row).toMatchObject({ at: now, action: 'login', actorId: 1, detail: {} });
    for (const change of [
      db.update(auditLog).set({ action: 'x' }),
      db.delete(auditLog).where(eq(auditLog.action, 'login')),
    ]) {
      const error = await change.catch((failure: unknown) => failure);
      expect(findFailure(error)?.code).toBe('23001');
    }
  });
});

describeOnEachDatabase('a query that forgets its transaction', (open) => {
  it('fails at once instead of waiting for itself', async () => {
    const { db } = await open();
    const error = await transaction(db, () => db.select().from(rateLimits)).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ cause: { message: 'A query inside of a transaction must go through its tx' } });
    await expect(transaction(db, () => transaction(db, async () => {}))).rejects.toThrow('must go through its tx');
    expect(await db.select().from(rateLimits)).toEqual([]);
  });
});

describeOnPostgres('transaction under concurrency', (open) => {
  it('runs anew after a deadlock', async () => {
    const { db } = await open();
    await db.insert(rateLimits).values([
      { key: 'a', points: 0 },
      { key: 'b', points: 0 },
    ]);
    let runs = 0;
    const add = (first: string, second: string, met: Promise<void>, meet: () => void) =>
      transaction(db, async (tx) => {
        runs++;
        await tx
          .update(rateLimits)
          .set({ points: sql`${rateLimits.points} + 1` })
          .where(eq(rateLimits.key, first));
        meet();
        await met;
        await tx
          .update(rateLimits)
          .set({ points: sql`${rateLimits.points} + 1` })
          .where(eq(rateLimits.key, second));
      });
    let left = () => {};
    let right = () => {};
    const atLeft = new Promise<void>((resolve) => (left = resolve));
    const atRight = new Promise<void>((resolve) => (right = resolve));
    await Promise.all([add('a', 'b', atRight, left), add('b', 'a', atLeft, right)]);
    // On a busy machine the database may abort both.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect((await db.select().from(rateLimits)).map((row) => row.points)).toEqual([2, 2]);
  });

  it('fails alone when the database ends its connection, and the process goes on', async () => {
    const { db } = await open();
    const ended = transaction(db, async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(ended).rejects.toThrow();
    expect((await db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  it('tells a database that is gone from one that refuses', async () => {
    const { db, close } = await open();
    await close();
    const error = await db
      .select()
      .from(rateLimits)
      .then(
        () => null,
        (failure: unknown) => failure,
      );
    expect(isUnavailable(error)).toBe(true);
  });
});
