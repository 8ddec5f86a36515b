import type { Connection } from './database';
import { DatabasePool } from './pool';

/** A PostgreSQL server by its URL. Nothing is connected before the first query. */
export function openPostgres(databaseUrl: string): Connection {
  const pool = new DatabasePool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    // A statement or a forgotten transaction that hangs must not hold a connection for ever.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'almende',
    options: '-c TimeZone=UTC',
  });
  return { pool, embedded: false, close: () => pool.end() };
}
