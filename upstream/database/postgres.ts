import pg from 'pg';
import type { Connection } from './database';
import { DatabasePool } from './pool';

/** What each session is set to, in the units of PostgreSQL. */
export const settings = {
  // A hanging statement or a forgotten transaction must not hold a connection forever.
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  TimeZone: 'UTC',
} as const;

/** Returns a connection to a PostgreSQL server by its URL. It connects at the first query. */
export function openPostgres(databaseUrl: string): Connection {
  const pool = new DatabasePool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.statement_timeout,
    idle_in_transaction_session_timeout: settings.idle_in_transaction_session_timeout,
    application_name: 'almende',
    options: `-c TimeZone=${settings.TimeZone}`,
  });
  return { pool, embedded: false, close: () => pool.end() };
}

/** Returns `NAME on HOST:PORT` for people, without user and password. Reads the URL as a connection does. */
export function databaseIn(databaseUrl: string): string {
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl });
  return `${database} on ${host}:${port}`;
}
