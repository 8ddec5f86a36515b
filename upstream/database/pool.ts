import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** The pool whose transaction the running code is inside of. */
const current = new AsyncLocalStorage<pg.Pool>();

/** Marks everything that `work` calls as being inside a transaction of the pool. */
export const insideTransaction = <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> => current.run(pool, work);

/**
 * A pool that refuses a second connection to code inside of a transaction: there a query that forgot its `tx` would
 * miss what the transaction wrote, and on the one connection of the embedded database wait for itself.
 */
export class DatabasePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const isInside = current.getStore() === this;
    const error = new Error('A query inside of a transaction must go through its tx');
    if (!callback) return isInside ? Promise.reject(error) : super.connect();
    if (isInside) callback(error, undefined, () => {});
    else super.connect(callback);
    return undefined;
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;
