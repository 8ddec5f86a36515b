/** A pooler between this server and PostgreSQL may give each transaction another session, or drop its settings. */
import type { Pool, PoolClient } from 'pg';
import { settings } from './postgres';

/** The start is refused, because statements would meet sessions that do not know them. */
class PoolerBetween extends Error {
  override name = 'PoolerBetween';
}

/**
 * Checks that each connection has a session of its own, with its settings. Prepared statements, notifications and the
 * lock of a migration rely on it.
 * @throws PoolerBetween that names the setting of the pooler, such as PgBouncer
 */
export async function requireSessions(pool: Pool): Promise<void> {
  const one = await connect(pool);
  try {
    const other = await connect(pool);
    try {
      await requireOwnSession(one, other);
    } finally {
      other.release();
    }
    await requireSettings(one);
  } finally {
    one.release();
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (!/unsupported startup parameter/.test(String(error))) throw error;
    const ignored = ['options', ...Object.keys(settings).filter((name) => name !== 'TimeZone')].join(', ');
    throw new PoolerBetween(`the pooler in DATABASE_URL refuses settings: add ignore_startup_parameters = ${ignored}`);
  }
}

/** While two connections are open, they have two sessions, and each keeps its own. */
async function requireOwnSession(one: PoolClient, other: PoolClient): Promise<void> {
  const first = await sessionOf(one);
  await other.query('begin');
  const second = await sessionOf(other);
  const again = await sessionOf(one);
  await other.query('commit');
  if (first !== second && first === again) return;
  throw new PoolerBetween(
    'the pooler in DATABASE_URL gives each transaction another session: set pool_mode = session, or name the PostgreSQL itself in DATABASE_URL',
  );
}

async function sessionOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function requireSettings(client: PoolClient): Promise<void> {
  for (const [name, expected] of Object.entries(settings)) {
    const { rows } = await client.query<{ isSet: boolean }>(
      `select setting = $2 as "isSet" from pg_settings where lower(name) = lower($1)`,
      [name, String(expected)],
    );
    if (!rows[0]?.isSet)
      throw new PoolerBetween(
        `the pooler in DATABASE_URL drops the setting ${name}: alter role … set ${name} = '${expected}'`,
      );
  }
}
