/** Migrations while other processes keep working. */
import { setTimeout as wait } from 'node:timers/promises';
import type { MigrationConfig } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { findFailure } from './failures';

interface Patience {
  /** Statements queue behind a migration that waits for a lock. This has to be far below the 10 seconds that each has. */
  lockMs: number;
  pauseMs: number;
  tries: number;
}

const usual: Patience = { lockMs: 3000, pauseMs: 5000, tries: 12 };

/**
 * Runs the migrations in one transaction. It lets others pass while a table is locked, and then begins again.
 * @throws TablesLocked after the last try; nothing was changed then
 */
export async function migrateBesideOthers(
  client: PoolClient,
  config: MigrationConfig,
  log: Logger,
  { lockMs, pauseMs, tries }: Patience = usual,
): Promise<void> {
  await client.query(`set lock_timeout = ${lockMs}`);
  for (let left = tries - 1; ; left--) {
    try {
      return await migrate(drizzle({ client }), config);
    } catch (error) {
      if (!isLocked(error)) throw error;
      const lock = { statement: beginningOf(error), oldest: await findOldestTransaction(client) };
      if (left <= 0) throw new TablesLocked(lock);
      log.warn({ ...lock, left }, 'a migration waits for a lock and is tried again');
    }
    await wait(pauseMs);
  }
}

/** Whether a lock was not free in time, or the migration and somebody else waited for each other. */
const isLocked = (error: unknown): boolean => ['55P03', '40P01'].includes(findFailure(error)?.code ?? '');

interface Lock {
  statement: string;
  oldest: Transaction | null;
}

interface Transaction {
  pid: number;
  application: string;
  since: string;
}

/** A migration holds no data of members, so its statements may be logged. */
const beginningOf = (error: unknown): string => {
  const statement = error instanceof Error && 'query' in error ? String(error.query) : '';
  return statement
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
};

/**
 * Returns the transaction of others that is open for the longest, which most likely holds the lock. A process that waits
 * for its turn to start holds none.
 */
async function findOldestTransaction(client: PoolClient): Promise<Transaction | null> {
  const { rows } = await client.query<Transaction>(`
    select pid, application_name as application, to_json(xact_start)#>>'{}' as since from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and wait_event is distinct from 'advisory'
    order by xact_start, pid limit 1`);
  return rows[0] ?? null;
}

/** Others hold a lock that a migration needs. */
class TablesLocked extends Error {
  override name = 'TablesLocked';
  constructor({ statement, oldest }: Lock) {
    super(
      `others hold a lock that a migration needs (${statement} …). Nothing was changed, and the version before works on. ` +
        (oldest
          ? `The oldest open transaction is that of process ${oldest.pid} of PostgreSQL (${oldest.application}), since ` +
            `${oldest.since}: wait for its end, such as that of a backup, or end it by pg_terminate_backend(${oldest.pid}). `
          : '') +
        'Then start again.',
    );
  }
}
