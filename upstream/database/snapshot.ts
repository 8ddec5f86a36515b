/** Work over whole tables, which takes as long as it takes. */
import type { PoolClient } from 'pg';
import type { Database, Tx } from './database';
import { clientOf, transaction } from './transaction';

/** Runs `work` on the database as it was at one moment. On PostgreSQL everybody goes on meanwhile; nothing can be changed. */
export const readSnapshot = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    // The first statement: later it would be refused.
    await clientOf(tx).query('set transaction isolation level repeatable read, read only');
    await noTimeLimits(clientOf(tx));
    return work(tx);
  });

/** For the transaction that this connection is in. */
export const noTimeLimits = (client: PoolClient) =>
  client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
