import pg from 'pg';
import { CallPool } from './call-pool';
import type { Connection } from './database';
import { DatabasePool } from './pool';

/** What each session is set to, in the units of PostgreSQL. */
export const settings = {
  // A hanging statement or a forgotten transaction must not hold a connection forever.
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  TimeZone: 'UTC',
} as const;

/**
 * A call that waits longer for one statement is broken. It must not hold the database, which all members share. A
 * transaction has more time. The embedded database knows no such limit: there each statement has to be bounded by what
 * it asks.
 */
const callTimeout = 10_000;

/** The connections of a process, without the one that listens to other processes; see docs/deployment.md. */
const most = { calls: 6, others: 10 };

/** Returns a connection to a PostgreSQL server by its URL. It connects at the first query. */
export function openPostgres(databaseUrl: string): Connection {
  const options = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: settings.idle_in_transaction_session_timeout,
    application_name: 'almende',
    options: `-c TimeZone=${settings.TimeZone}`,
  };
  const pool = new DatabasePool({ ...options, max: most.others, statement_timeout: settings.statement_timeout });
  const limited = { max: most.calls, statement_timeout: callTimeout, application_name: 'almende calls' };
  const calls = new CallPool({ ...options, ...limited }, pool);
  const close = async () => void (await Promise.all([pool.end(), calls.end()]));
  return { pool, calls, embedded: false, close };
}

/** Returns `NAME on HOST:PORT` for people, without user and password. Reads the URL as a connection does. */
export function databaseIn(databaseUrl: string): string {
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl });
  return `${database} on ${host}:${port}`;
}
