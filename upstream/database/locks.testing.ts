/** Two transactions that compete for a row, for tests on PostgreSQL. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database, Tx } from './database';
import { transaction } from './transaction';

/** Runs `work` in a transaction and keeps its locks. The returned function runs `rest` and commits. */
export async function holding<T = void>(
  db: Database,
  work: (tx: Tx) => Promise<unknown>,
  rest: (tx: Tx) => Promise<T> = async () => undefined as T,
): Promise<() => Promise<T>> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  return new Promise((resolve, reject) => {
    const committed = transaction(db, async (tx) => {
      await work(tx);
      resolve(() => {
        release();
        return committed;
      });
      await released;
      return rest(tx);
    });
    committed.catch(reject);
  });
}

/** Waits until this many statements wait for a lock in this database. */
export async function untilWaiting(db: Database, statements: number): Promise<void> {
  const count = async () => {
    const { rows } = await db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]?.waiting;
  };
  await expect.poll(count).toBe(statements);
}
