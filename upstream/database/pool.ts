import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { hasLostStatement } from './failures';

/**
 * The pool of the transaction in which the current code runs. Production does without: Node would follow every promise,
 * for a sixth of the CPU of a page.
 */
const current = process.env.NODE_ENV === 'production' ? null : new AsyncLocalStorage<DatabasePool>();

/** Marks all code that `work` calls as inside a transaction of the pool. */
export const insideTransaction = <T>(pool: DatabasePool, work: () => Promise<T>): Promise<T> =>
  current ? current.run(pool, work) : work();

/**
 * A pool that refuses a second connection to code inside a transaction. A query without its `tx` would not see what the
 * transaction wrote, and on the only connection of the embedded database it would wait for itself.
 */
export class DatabasePool extends pg.Pool {
  /** Whose connections the transactions take. */
  readonly transactions: DatabasePool;

  /** @param transactions another pool for transactions, so that this one has only single statements */
  constructor(options: pg.PoolConfig, transactions?: DatabasePool) {
    super(options);
    this.transactions = transactions ?? this;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const error = this.refusal();
    if (!callback) return error ? Promise.reject(error) : super.connect();
    if (error) callback(error, undefined, () => {});
    else super.connect(callback);
    return undefined;
  }

  /** Sends a statement once more if its session has lost it. The pool does not keep a connection with an error. */
  // biome-ignore lint/suspicious/noExplicitAny: all forms of the library's method
  override query(...given: any[]): any {
    const send = () => this.send(...(given as [pg.QueryConfig]));
    return send()?.catch((error: unknown) => {
      if (hasLostStatement(error)) return send();
      throw error;
    });
  }

  /** The library's own `query`. */
  protected send(...given: [pg.QueryConfig, unknown[]?]): Promise<pg.QueryResult> {
    return super.query(...given);
  }

  protected refusal(): Error | undefined {
    if (!current || current.getStore() !== this.transactions) return undefined;
    return new Error('A query inside of a transaction must go through its tx');
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;
