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
}

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
  beforeAll(async () => void idle[kind].push(idle[kind].pop() ?? (await openAnother())), patience);
  afterEach(async () => {
    for (const leave of afterTest.splice(0)) await leave();
  });

  async function openAnother(): Promise<OpenedDatabase> {
    const place = await copyTemplate[kind]();
    const database = await openDatabase(place.config, silent);
    // On a busy machine a test may wait longer for a connection than a member should.
    Object.assign(database.db.$client.options, { connectionTimeoutMillis: patience });
    return { place, database, closed: false };
  }

  return async (overrides) => {
    const opened = idle[kind].pop() ?? (await openAnother());
    const { place, database } = opened;
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
      log: silent,
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

/**
 * Deletes all rows and jobs. Triggers are off meanwhile, because an append-only table refuses to be emptied. Tests
 * leave few rows, and `delete` takes a hundredth of the time of `truncate`, which creates every table's files again.
 */
async function empty({ db }: OpenDatabase): Promise<void> {
  await db.$client.query(`do $$
    declare
      found record;
    begin
      set local session_replication_role = replica;
      delete from pgboss.job;
      delete from pgboss.archive;
      for found in select format('%I', tablename) as name from pg_tables where schemaname = 'public' loop
        execute 'delete from ' || found.name;
      end loop;
      for found in select format('%I', sequencename)::regclass as id from pg_sequences
        where schemaname = 'public' and last_value is not null loop
        perform setval(found.id, 1, false);
      end loop;
    end $$`);
}
