import { createHash, randomUUID } from 'node:crypto';
import { constants, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import type { UpstreamConfig } from '../config';
import { startJobs } from '../jobs/jobs';
import { queues } from '../jobs/queues';
import { openDatabase } from './database';
import { prepareDatabase } from './migrate';

/** Migrating takes seconds, but copying a migrated template does not. So templates outlive the test run. */

export const silent = pino({ level: 'silent' });

export interface Place {
  config: Pick<UpstreamConfig, 'dataDir' | 'databaseUrl'>;
  remove(): Promise<void>;
}

const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export const isPostgresReachable = (): Promise<boolean> => asAdmin(async () => true).catch(() => false);

/** Returns a folder with a migrated embedded database. */
export async function copyEmbeddedTemplate(): Promise<Place> {
  const template = join(tmpdir(), `almende-test-template-${schemaHash()}`);
  if (!existsSync(template)) await makeEmbeddedTemplate(template);
  const dataDir = mkdtempSync(join(tmpdir(), `almende-test-${process.env.TEST_RUN}-`));
  cpSync(template, join(dataDir, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { config: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function makeEmbeddedTemplate(template: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'almende-test-'));
  try {
    await fillTemplate({ dataDir });
    renameSync(join(dataDir, 'database'), template);
  } catch (error) {
    // Another test process may have been faster.
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns a migrated database on the PostgreSQL server. */
export const copyPostgresTemplate = (): Promise<Place> =>
  copyPostgres(`almende_test_template_${schemaHash()}`, fillTemplate);

/** Returns a copy of a database on the PostgreSQL server that is filled once and then only copied. */
export const copyPostgres = (template: string, fill: (config: Place['config']) => Promise<void>): Promise<Place> =>
  createPostgres(async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (!rowCount) await makePostgresTemplate(admin, template, fill);
    return template;
  });

/** Returns a database without tables on the PostgreSQL server. */
export const createEmptyPostgres = (): Promise<Place> => createPostgres(async () => 'template0');

async function createPostgres(findTemplate: (admin: pg.Client) => Promise<string>): Promise<Place> {
  const name = `almende_test_${process.env.TEST_RUN}_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(async (admin) => {
    await admin.query(`create database ${name} template ${await findTemplate(admin)}`);
    // No test ends the PostgreSQL server, so no commit needs to wait for the disk.
    await admin.query(`alter database ${name} set synchronous_commit = off`);
  });
  const remove = () => asAdmin((admin) => dropDatabase(admin, name));
  return { config: { dataDir: '', databaseUrl: urlOf(name) }, remove };
}

/** Removes the templates with this beginning that no test is making or copying, except the one that is kept. */
export const removeOtherTemplates = (beginning: string, kept: string): Promise<void> =>
  asAdmin(async (admin) => {
    const others = 'select datname from pg_database where starts_with(datname, $1) and not starts_with(datname, $2)';
    const { rows } = await admin.query(others, [beginning, kept]);
    for (const { datname } of rows) {
      const template = datname.replace(/_new$/, '');
      const lock = await admin.query('select pg_try_advisory_lock(hashtext($1)) as taken', [template]);
      if (lock.rows[0].taken) await dropDatabase(admin, datname);
    }
  });

const dropDatabase = async (admin: pg.Client, name: string) =>
  void (await admin.query(`drop database if exists ${name} with (force)`));

/** Removes the databases that the tests of one run left. */
export async function removePlacesOf(testRun: string): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(`almende-test-${testRun}-`)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  if (!(await isPostgresReachable())) return;
  await asAdmin(async (admin) => {
    const left = 'select datname from pg_database where starts_with(datname, $1)';
    const { rows } = await admin.query(left, [`almende_test_${testRun}_`]);
    for (const { datname } of rows) await dropDatabase(admin, datname);
  });
}

async function makePostgresTemplate(
  admin: pg.Client,
  template: string,
  fill: (config: Place['config']) => Promise<void>,
): Promise<void> {
  const unfinished = `${template}_new`;
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await admin.query(`create database ${unfinished}`);
  await fill({ dataDir: '', databaseUrl: urlOf(unfinished) });
  await admin.query(`alter database ${unfinished} rename to ${template}`);
}

async function fillTemplate(config: Place['config']): Promise<void> {
  const database = await openDatabase(config, silent);
  try {
    const jobs = await prepareDatabase(database, silent, () => startJobs(database.db, silent));
    await jobs.stop();
  } finally {
    await database.close();
  }
}

/** Returns the name part of the templates, so that another schema gets another template. */
function schemaHash(): string {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url));
  const hash = createHash('sha256').update(Object.keys(queues).join());
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(folder, name)));
  }
  // The database remembers when each of them was written.
  hash.update(readFileSync(join(folder, 'meta/_journal.json')));
  return hash.digest('hex').slice(0, 16);
}

function urlOf(database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 3000 });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
