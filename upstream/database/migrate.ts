import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool, PoolClient } from 'pg';
import type { Database, OpenDatabase } from './database';
import { findFailure } from './failures';

// Any number that nothing else takes; pg-boss uses other ones.
const startLock = 7_204_118;

/**
 * Brings the schema to the newest migration, then runs `prepare` (job queues, seed) and returns its result. Of several processes that start
 * together on one PostgreSQL one does it while the others wait; the embedded database has one process anyway.
 */
export async function prepareDatabase<T>({ db, embedded }: OpenDatabase, prepare: () => Promise<T>): Promise<T> {
  if (embedded) {
    await migrateOver(db.$client);
    return prepare();
  }
  const client = await db.$client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [startLock]);
    await migrateOver(client);
    return await prepare();
  } finally {
    // Ends the session, and with it lock and settings.
    client.release(true);
  }
}

/** Is the schema the one of this version, neither older nor newer? */
export async function hasNewestSchema(db: Database): Promise<boolean> {
  try {
    const { rows } = await db.$client.query('select max(created_at) as newest from drizzle.__drizzle_migrations');
    return Number(rows[0]?.newest) === newestSchema();
  } catch (error) {
    // Neither the table nor its schema: nothing was ever migrated here.
    if (['42P01', '3F000'].includes(findFailure(error)?.code ?? '')) return false;
    throw error;
  }
}

/** Names the schema of this version: when its newest migration was written, in milliseconds since 1970. */
export const newestSchema = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;

const migrateOver = (client: Pool | PoolClient) => migrate(drizzle({ client }), { migrationsFolder });

/** Beside this file, and beside the bundle. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
