import pg, { type Pool } from 'pg';
import { isLoopback } from '../../app/platform/request/env.server';
import type { UpstreamConfig } from '../../upstream/config';
import { newestSchema } from '../../upstream/database/migrate';
import { databaseIn, openPostgres } from '../../upstream/database/postgres';
import { requireSessions } from '../../upstream/database/sessions';
import { hasLostSecret, lostSecret } from '../../upstream/ledger/ledger';
import type { ServerConfig } from '../config';
import { checkClock } from './clock';
import { type Finding, findingsOf, reasonOf } from './finding';

const { fine, risky, wrong } = findingsOf('database');

/** The oldest that gets corrections, and is tested. */
const OLDEST_POSTGRES = 15;
/** A process has pools of 10 and 6 connections, and one that listens. During an update of two processes, four may run. */
const CONNECTIONS_NEEDED = 4 * 17;

/** Looks at the database: whether it can be used, by whom, and whether it keeps what it acknowledged. */
export async function checkDatabase({ upstream, web }: ServerConfig): Promise<Finding[]> {
  if (!upstream) return [];
  if (!upstream.databaseUrl) {
    if (!web.production) return [fine('The embedded database is used, which is for trying and developing.')];
    return [risky('The embedded database is used: a power cut may lose what was acknowledged.', 'Set DATABASE_URL.')];
  }
  const { pool, close } = openPostgres(upstream.databaseUrl);
  // Without a listener, a lost connection would end the process.
  pool.on('error', () => {});
  try {
    return await examine(pool, { ...upstream, databaseUrl: upstream.databaseUrl });
  } catch (error) {
    return [
      wrong(
        `${databaseIn(upstream.databaseUrl)}: ${reasonOf(error)}`,
        'Check DATABASE_URL, and pg_hba.conf of the server.',
      ),
    ];
  } finally {
    await close();
  }
}

interface Facts {
  version: number;
  encoding: string;
  isSuperuser: boolean;
  mayCreate: boolean;
  mayCreateSchema: boolean;
  isWhole: boolean;
  isOpenToAll: boolean;
  /** The statements that close it, and not to the club's user. */
  closing: string;
  connections: number;
  fsync: string;
  synchronousCommit: string;
  isReplica: boolean;
  now: number;
}

async function examine(pool: Pool, config: UpstreamConfig & { databaseUrl: string }): Promise<Finding[]> {
  const url = config.databaseUrl;
  try {
    await requireSessions(pool);
  } catch (error) {
    return [wrong(`${databaseIn(url)}: ${reasonOf(error)}`)];
  }
  const before = Date.now();
  const { rows } = await pool.query<Facts>(`
    select current_setting('server_version_num')::int / 10000 as version,
      pg_encoding_to_char(encoding) as encoding,
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      has_schema_privilege(current_user, 'public', 'create') as "mayCreate",
      has_database_privilege(current_user, current_database(), 'create') as "mayCreateSchema",
      not exists (select from pg_tables where schemaname in ('public', 'drizzle') and not pg_has_role(current_user, tableowner, 'usage')) as "isWhole",
      has_database_privilege('public', current_database(), 'connect') as "isOpenToAll",
      format('revoke connect on database %I from public;', current_database())
        || case when pg_has_role(current_user, datdba, 'usage') then ''
          else format(' grant connect on database %I to %I;', current_database(), current_user) end as closing,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit",
      pg_is_in_recovery() as "isReplica", extract(epoch from clock_timestamp())::float8 * 1000 as now
    from pg_database where datname = current_database()`);
  const facts = rows[0] as Facts;
  const found = [
    ...judge(facts),
    ...checkClock('database', 'the database', facts.now, before, Date.now()),
    ...checkRoute(url),
    ...(await checkSchema(pool)),
    ...(await checkSecrets(pool, config)),
  ];
  return found.length > 0 ? found : [fine(`${databaseIn(url)} can be used: PostgreSQL ${facts.version}.`)];
}

function judge(facts: Facts): Finding[] {
  const found: Finding[] = [];
  if (facts.version < OLDEST_POSTGRES)
    found.push(wrong(`PostgreSQL ${facts.version} is too old.`, `Use ${OLDEST_POSTGRES} or newer.`));
  if (facts.encoding !== 'UTF8')
    found.push(
      wrong(`The database has the encoding ${facts.encoding}.`, "Create it with: encoding 'UTF8' template template0"),
    );
  if (facts.isReplica)
    found.push(wrong('The database only reads: it is a replica.', 'Name the primary in DATABASE_URL.'));
  if (!facts.mayCreate || !facts.mayCreateSchema)
    found.push(
      wrong(
        'The user of the database may not create tables and schemas, so no version can be installed.',
        'alter database … owner to …;',
      ),
    );
  if (!facts.isWhole)
    found.push(
      wrong('Some tables belong to another user.', 'Restore with pg_restore --no-owner, as the user in DATABASE_URL.'),
    );
  if (facts.isSuperuser)
    found.push(
      risky(
        'The user of the database is a superuser, who can read files of its machine.',
        'create role almende login; alter database … owner to almende;',
      ),
    );
  if (facts.isOpenToAll)
    found.push(
      risky(
        'Every role of this PostgreSQL may connect to the database, and disturb what the processes tell each other.',
        facts.closing,
      ),
    );
  if (facts.connections < CONNECTIONS_NEEDED)
    found.push(
      risky(
        `The database admits ${facts.connections} connections. Two processes and their successors need ${CONNECTIONS_NEEDED}.`,
        'Raise max_connections.',
      ),
    );
  if (facts.fsync === 'off' || facts.synchronousCommit === 'off')
    found.push(
      wrong(
        'The database acknowledges before it has written: a crash loses money.',
        'Set fsync = on and synchronous_commit = on.',
      ),
    );
  return found;
}

function checkRoute(url: string): Finding[] {
  const { host, ssl } = new pg.Client({ connectionString: url });
  if (ssl || isLoopback(host) || host.startsWith('/')) return [];
  return [risky('The connection to the database is not encrypted.', 'Add ?sslmode=verify-full to DATABASE_URL.')];
}

async function checkSchema(pool: Pool): Promise<Finding[]> {
  const table = await pool.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  if (!table.rows[0]?.isThere) return [fine('The database is empty. The start makes the tables.')];
  const { rows } = await pool.query<{ newest: string }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  const newest = Number(rows[0]?.newest);
  if (newest > newestSchema())
    return [
      risky(
        'The database was migrated by a newer version than this one.',
        'That is normal after a rollback: docs/deployment.md.',
      ),
    ];
  return newest < newestSchema()
    ? [fine('The database has the tables of an older version. The start adds what is new.')]
    : [];
}

async function checkSecrets(pool: Pool, config: UpstreamConfig): Promise<Finding[]> {
  const table = await pool.query<{ isThere: boolean }>(
    `select to_regclass('ledger_log_heads') is not null as "isThere"`,
  );
  if (!table.rows[0]?.isThere || !(await hasLostSecret(pool, config))) return [];
  return [
    risky(
      lostSecret,
      'Put it back, behind the newer ones, unless it was deleted because somebody stole it: docs/deployment.md#secrets.',
    ),
  ];
}
