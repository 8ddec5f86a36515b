import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../config';
import { openEmbedded } from './embedded';
import type { DatabasePool } from './pool';
import { openPostgres } from './postgres';

/** Columns are snake_case in the database and camelCase in code. drizzle.config.ts has the same value. */
export const casing = 'snake_case';

/** Drizzle over a pool. It has no `db.transaction`, because only `transaction` opens transactions. */
export type Database = Omit<NodePgDatabase & { $client: Pool & Pick<DatabasePool, 'transactions'> }, 'transaction'>;

/** An open transaction. Nested calls of `transaction(tx, …)` become savepoints. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** For functions that read, inside or outside a transaction. */
export type Queryable = Database | Tx;

/** A connection to the database, and how to close it. */
export interface Connection {
  pool: DatabasePool;
  /** For the calls of the API: statements that are no transaction have a time limit and connections of their own. */
  calls: DatabasePool;
  /** True for the embedded database: one session, no second process. */
  embedded: boolean;
  close(): Promise<void>;
}

export interface OpenDatabase {
  db: Database;
  /** The same database for the calls of the API, with a time limit of each statement outside a transaction. */
  calls: Database;
  embedded: boolean;
  /** Throws if the database does not answer. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL if `databaseUrl` is set, otherwise the embedded database in `dataDir`. Does not change the schema.
 * @throws DataDirLocked if another process holds `dataDir`
 */
export async function openDatabase(
  config: Pick<UpstreamConfig, 'dataDir' | 'databaseUrl'>,
  log: Logger,
): Promise<OpenDatabase> {
  const { pool, calls, embedded, close } = config.databaseUrl
    ? openPostgres(config.databaseUrl)
    : await openEmbedded(config.dataDir, log);
  // The pool replaces a broken idle connection. Without a listener, the error would end the process.
  const warn = (error: Error) =>
    log.warn({ code: 'code' in error ? error.code : undefined }, 'database connection lost');
  for (const each of new Set([pool, calls])) each.on('error', warn);
  return {
    db: drizzle({ client: pool, casing }),
    calls: drizzle({ client: calls, casing }),
    embedded,
    ready: async () => void (await pool.query('select 1')),
    close,
  };
}
