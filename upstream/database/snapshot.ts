/** Work over whole tables, without time limits. */
import type { PoolClient } from 'pg';
import type { Database, Tx } from './database';
import { clientOf, transaction } from './transaction';

/** Runs `work` read-only on a snapshot of the database. On PostgreSQL others can go on writing. */
export const readSnapshot = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    // PostgreSQL accepts this only as the first statement.
    await clientOf(tx).query('set transaction isolation level repeatable read, read only');
    await noTimeLimits(clientOf(tx));
    return work(tx);
  });

/** Removes the time limits for the current transaction of this connection. */
export const noTimeLimits = (client: PoolClient) =>
  client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
