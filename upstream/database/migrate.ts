import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Database, OpenDatabase } from './database';
import { findFailure } from './failures';
import { migrateBesideOthers } from './locked-tables';

// Any number that nothing else uses; pg-boss uses others.
const startLock = 7_204_118;

/**
 * Brings the schema to the newest migration, then runs `prepare` (job queues, seed) and returns its result. If several
 * processes start together on one PostgreSQL, one does it while the others wait. The embedded database has only one
 * process.
 * @throws DatabaseTooOld; TablesLocked, after about a minute and a half, if others hold what a migration changes
 */
export async function prepareDatabase<T>(
  { db, embedded }: Pick<OpenDatabase, 'db' | 'embedded'>,
  log: Logger,
  prepare: () => Promise<T>,
): Promise<T> {
  if (embedded) {
    await refuseOlderMigrations(db.$client);
    await migrate(drizzle({ client: db.$client }), { migrationsFolder });
    return prepare();
  }
  const client = await db.$client.connect();
  // A connection that is cut between two statements fails the next one.
  client.on('error', () => {});
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [startLock]);
    await refuseOlderMigrations(client);
    await migrateBesideOthers(client, { migrationsFolder }, log);
    return await prepare();
  } finally {
    // Ends the session, and with it the lock and the settings.
    client.release(true);
  }
}

/** Whether the schema is that of this version, neither older nor newer. */
export async function hasNewestSchema(db: Database): Promise<boolean> {
  try {
    const { rows } = await db.$client.query('select max(created_at) as newest from drizzle.__drizzle_migrations');
    return Number(rows[0]?.newest) === newestSchema();
  } catch (error) {
    // Neither the table nor its schema exists, so nothing was ever migrated here.
    if (['42P01', '3F000'].includes(findFailure(error)?.code ?? '')) return false;
    throw error;
  }
}

/** Returns the version of the newest schema: the time of its newest migration, in milliseconds since 1970. */
export const newestSchema = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;

/** The migrations before the first release were merged into one. A database with one of them cannot be migrated. */
async function refuseOlderMigrations(client: Pool | PoolClient): Promise<void> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as is_migrated`);
  if (!rows[0]?.is_migrated) return;
  const oldest = await client.query('select min(created_at) as at from drizzle.__drizzle_migrations');
  const { at } = oldest.rows[0] ?? {};
  if (at !== null && Number(at) < (readMigrationFiles({ migrationsFolder })[0]?.folderMillis ?? 0))
    throw new DatabaseTooOld();
}

/** The database is from before the first release. */
class DatabaseTooOld extends Error {
  override name = 'DatabaseTooOld';
  constructor() {
    super(
      'its database was made by a version from before the first release, which this version cannot bring up to date. ' +
        'Start with an empty database: delete the data folder (DATA_DIR, by default .data), or name an empty PostgreSQL ' +
        'database (DATABASE_URL). To keep what is there, start the version that made it.',
    );
  }
}

/** The folder is next to this file, and next to the bundle. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
