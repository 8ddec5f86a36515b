import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../config';
import { openEmbedded } from './embedded';
import { openPostgres } from './postgres';

/** Columns are snake_case in the database, camelCase in code. The same in drizzle.config.ts. */
export const casing = 'snake_case';

/** Drizzle over the one pool. Transactions are opened by `transaction` alone, so that `db.transaction` is not offered. */
export type Database = Omit<NodePgDatabase & { $client: Pool }, 'transaction'>;

/** The inside of a transaction; nested calls of `transaction(tx, …)` become savepoints. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** For functions that read, inside a transaction or outside of one. */
export type Queryable = Database | Tx;

/** Where the database lives, and how to leave it. */
export interface Connection {
  pool: Pool;
  /** True for the embedded database: one session, no second process. */
  embedded: boolean;
  close(): Promise<void>;
}

export interface OpenDatabase {
  db: Database;
  embedded: boolean;
  /** Throws when the database does not answer. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL when `databaseUrl` is set, else the embedded database in `dataDir`; the schema is left as it is.
 * Throws `DataDirLocked` when another process holds `dataDir`.
 */
export async function openDatabase(
  config: Pick<UpstreamConfig, 'dataDir' | 'databaseUrl'>,
  log: Logger,
): Promise<OpenDatabase> {
  const { pool, embedded, close } = config.databaseUrl
    ? openPostgres(config.databaseUrl)
    : await openEmbedded(config.dataDir, log);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ code: 'code' in error ? error.code : undefined }, 'database connection lost'));
  return {
    db: drizzle({ client: pool, casing }),
    embedded,
    ready: async () => void (await pool.query('select 1')),
    close,
  };
}
