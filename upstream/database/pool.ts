import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** The pool of the transaction in which the current code runs. */
const current = new AsyncLocalStorage<pg.Pool>();

/** Marks all code that `work` calls as inside a transaction of the pool. */
export const insideTransaction = <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> => current.run(pool, work);

/**
 * A pool that refuses a second connection to code inside a transaction. A query without its `tx` would not see what the
 * transaction wrote, and on the only connection of the embedded database it would wait for itself.
 */
export class DatabasePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const error = current.getStore() === this && new Error('A query inside of a transaction must go through its tx');
    if (!callback) return error ? Promise.reject(error) : super.connect();
    if (error) callback(error, undefined, () => {});
    else super.connect(callback);
    return undefined;
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;
