import { pino } from 'pino';
import { afterEach, beforeAll, describe } from 'vitest';
import { type RecordingBroadcaster, recordingBroadcaster } from '../broadcasting/broadcaster.testing';
import type { UpstreamConfig } from '../config';
import type { Deps } from '../deps';
import { goods } from '../goods';
import { startJobs } from '../jobs/jobs';
import { type OpenDatabase, openDatabase } from './database';
import {
  copyEmbeddedTemplate,
  copyPostgresTemplate,
  isPostgresReachable,
  type Place,
  silent,
} from './templates.testing';

export interface TestDatabase extends Deps {
  embedded: boolean;
  /** Records the events that were sent. */
  broadcaster: RecordingBroadcaster;
  /** The location of the database, for a second connection. */
  place: Place['config'];
  /** What was logged as an error, for the message of a test that fails. */
  problems: string[];
  /** Removes every row and every job, for a test that starts anew. */
  empty(): Promise<void>;
  /** Closes the database before the test ends. */
  close(): Promise<void>;
}

/** Opens a migrated, empty database with running queues, which belongs to the test. */
export type Open = (overrides?: Partial<UpstreamConfig>) => Promise<TestDatabase>;

export const testConfig: UpstreamConfig = {
  publicUrl: 'http://localhost:3000',
  dataDir: '',
  demo: false,
  production: false,
  mailbox: true,
  secrets: ['a test secret that is long enough to be one'],
  mailFrom: 'Almende <club@almende.test>',
  productName: 'Almende',
  modules: ['Common'],
};

/**
 * Runs a suite on the embedded database, and on PostgreSQL when one is reachable at `TEST_DATABASE_URL` (default: the
 * local server). With `REQUIRE_POSTGRES=1` an unreachable PostgreSQL fails the suite.
 */
export function describeOnEachDatabase(name: string, suite: (open: Open) => void): void {
  describe(`${name} (embedded)`, () => suite(opener('embedded')));
  describeOnPostgres(name, suite);
}

/** Runs a suite only on PostgreSQL, for concurrency, which one session cannot show. */
export function describeOnPostgres(name: string, suite: (open: Open) => void): void {
  const skipped = !postgresReachable && process.env.REQUIRE_POSTGRES !== '1';
  describe.skipIf(skipped)(`${name} (PostgreSQL)`, () => suite(opener('postgres')));
}

const postgresReachable = await isPostgresReachable();

interface OpenedDatabase {
  place: Place;
  database: OpenDatabase;
  closed: boolean;
  /** When it was opened or last shrunk. */
  bytes: number;
}

/** As much as a test file may leave before its database is shrunk. */
const ROOM_BYTES = 4 * 1024 * 1024;

// The very first run creates and migrates the templates, possibly on a busy machine.
const patience = 180_000;

/**
 * Opening a database takes seconds, emptying it milliseconds. So tests, and test files in one process, reuse databases.
 * test-run.testing.ts removes them after the run.
 */
const idle = { embedded: [] as OpenedDatabase[], postgres: [] as OpenedDatabase[] };
const copyTemplate = { embedded: copyEmbeddedTemplate, postgres: copyPostgresTemplate };

function opener(kind: keyof typeof idle): Open {
  const afterTest: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const opened = idle[kind].pop() ?? (await openAnother());
    await shrink(opened);
    idle[kind].push(opened);
  }, patience);
  afterEach(async () => {
    for (const leave of afterTest.splice(0)) await leave();
  });

  async function openAnother(): Promise<OpenedDatabase> {
    const place = await copyTemplate[kind]();
    const database = await openDatabase(place.config, silent);
    // On a busy machine a test may wait longer for a connection than a member should.
    for (const { $client } of [database.db, database.calls]) $client.options.connectionTimeoutMillis = patience;
    await prepareToEmpty(database);
    return { place, database, closed: false, bytes: await sizeOf(database) };
  }

  return async (overrides) => {
    const opened = idle[kind].pop() ?? (await openAnother());
    const { place, database } = opened;
    const problems: string[] = [];
    const jobs = await startJobs(database.db, silent);
    const leave = async () => {
      if (opened.closed) return;
      await jobs.stop();
      await empty(database);
      idle[kind].push(opened);
    };
    afterTest.push(leave);
    return {
      db: database.db,
      embedded: database.embedded,
      jobs,
      broadcaster: recordingBroadcaster(),
      log: pino({ level: 'error' }, { write: (line) => void problems.push(line) }),
      problems,
      goods,
      config: { ...testConfig, ...place.config, ...overrides },
      place: place.config,
      empty: () => empty(database),
      close: () => jobs.stop().then(() => close(opened)),
    };
  };
}

async function close(opened: OpenedDatabase): Promise<void> {
  if (opened.closed) return;
  opened.closed = true;
  await opened.database.close();
}

const sizeOf = async ({ db }: OpenDatabase): Promise<number> => {
  const { rows } = await db.$client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return rows[0]?.bytes ?? 0;
};

/** Deleted rows still take their room, and tables full of them are slow to read. */
async function shrink(opened: OpenedDatabase): Promise<void> {
  if ((await sizeOf(opened.database)) < opened.bytes + ROOM_BYTES) return;
  await opened.database.db.$client.query('vacuum');
  opened.bytes = await sizeOf(opened.database);
}

/**
 * Deletes all rows and jobs. Triggers are off meanwhile, because an append-only table refuses to be emptied. Tests
 * leave few rows, and `delete` takes a hundredth of the time of `truncate`, which creates every table's files again.
 */
const empty = async ({ db }: OpenDatabase): Promise<void> => void (await db.$client.query('select testing.empty()'));

/** A function whose statements are planned once: planning takes ten times as long as looking into empty tables. */
async function prepareToEmpty({ db }: OpenDatabase): Promise<void> {
  const { rows } = await db.$client.query<{ statement: string }>(`
    select format('if exists (select from %1$s) then delete from %1$s; end if;', name) as statement
    from (
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' or (schemaname = 'pgboss' and tablename in ('job', 'archive'))
    ) as tables
    union all
    select format('perform setval(%L, 1, false);', format('%I.%I', schemaname, sequencename)) from pg_sequences
    where schemaname = 'public'`);
  await db.$client.query(`
    create schema testing;
    create function testing.empty() returns void language plpgsql set session_replication_role = replica as $$ begin
      ${rows.map(({ statement }) => statement).join('\n')}
    end $$`);
}
