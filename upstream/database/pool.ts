import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { hasLostStatement } from './failures';

/** The pool of the transaction in which the current code runs. */
const current = new AsyncLocalStorage<pg.Pool>();

/** Whether the current code answers a read that somebody waits for. */
const reading = new AsyncLocalStorage<true>();

/** Marks all code that `work` calls as a read that somebody waits for. Its statements have a time limit; see postgres.ts. */
export const asRead = <T>(work: () => Promise<T>): Promise<T> => reading.run(true, work);

/** Marks all code that `work` calls as inside a transaction of the pool. */
export const insideTransaction = <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> => current.run(pool, work);

/**
 * A pool that refuses a second connection to code inside a transaction. A query without its `tx` would not see what the
 * transaction wrote, and on the only connection of the embedded database it would wait for itself.
 */
export class DatabasePool extends pg.Pool {
  /** @param reads takes the statements of `asRead`. They need no connection of their own without it. */
  constructor(
    options: pg.PoolConfig,
    readonly reads?: DatabasePool,
  ) {
    super(options);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const error = current.getStore() === this && new Error('A query inside of a transaction must go through its tx');
    if (!callback) return error ? Promise.reject(error) : super.connect();
    if (error) callback(error, undefined, () => {});
    else super.connect(callback);
    return undefined;
  }

  /** Sends a statement once more if its session has lost it. The pool does not keep a connection with an error. */
  // biome-ignore lint/suspicious/noExplicitAny: all forms of the library's method
  override query(...given: any[]): any {
    // A statement inside a transaction is refused below.
    if (this.reads && reading.getStore() && current.getStore() !== this)
      return this.reads.query(...(given as [string]));
    const send = () => super.query(...(given as [string])) as unknown as Promise<unknown> | undefined;
    return send()?.catch((error: unknown) => {
      if (hasLostStatement(error)) return send();
      throw error;
    });
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;
