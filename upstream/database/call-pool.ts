import type { Socket } from 'node:net';
import type pg from 'pg';
import { StatementDescribedOnce } from './described-once';
import { DatabasePool } from './pool';

/** No page sends more at once. With more, one slow statement would hold up too many others. */
const MOST_TOGETHER = 8;

interface Waiting {
  config: pg.QueryConfig;
  values: unknown[] | undefined;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
}

/**
 * A pool for single statements. It sends the reads of one turn of the event loop together, over one connection, before
 * it has an answer: a page makes all its calls at once, on a busy server several pages do, and each write to a socket
 * costs more than the rest of a statement. Each statement is a transaction of its own and fails alone. PostgreSQL does
 * one after the other. A statement that changes rows goes alone.
 */
export class CallPool extends DatabasePool {
  private waiting: Waiting[] = [];

  /** @param transactions the pool for transactions */
  constructor(options: pg.PoolConfig, transactions: DatabasePool) {
    super({ ...options, pipeline: true }, transactions);
  }

  protected override send(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const refusal = this.refusal();
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ config, values, resolve, reject }) === 1) setImmediate(() => this.sendWaiting());
    });
  }

  private sendWaiting() {
    const all = this.waiting;
    this.waiting = [];
    const reads = all.filter(onlyReads);
    for (let start = 0; start < reads.length; start += MOST_TOGETHER) {
      void this.sendTogether(reads.slice(start, start + MOST_TOGETHER));
    }
    for (const statement of all) if (!onlyReads(statement)) void this.sendTogether([statement]);
  }

  private async sendTogether(statements: Waiting[]) {
    let client: pg.PoolClient;
    try {
      client = await this.connect();
    } catch (error) {
      for (const { reject } of statements) reject(error);
      return;
    }
    // Each statement fails with the connection. Without a listener, the same error would also end the process.
    client.on('error', ignore);
    let failure: Error | null = null;
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    const answers = statements.map(
      ({ config, values, resolve, reject }) =>
        new Promise<void>((isAnswered) => {
          const statement = new StatementDescribedOnce(config, values, (error, result) => {
            failure ??= error;
            if (error) reject(error);
            else resolve(result);
            isAnswered();
          });
          try {
            client.query(statement);
          } catch (error) {
            failure ??= error as Error;
            reject(error);
            isAnswered();
          }
        }),
    );
    stream.uncork();
    await Promise.all(answers);
    client.off('error', ignore);
    // As any pool does: a connection with an error may be broken.
    client.release(failure !== null);
  }
}

/** What changes or locks rows may wait for a lock. Reads that were sent with it would wait too. */
const onlyReads = ({ config }: Waiting) =>
  !/\b(?:insert|update|delete|merge|share|pg_advisory\w*)\b/i.test(config.text);

const ignore = () => {};
