import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database';
import { copyEmbeddedTemplate, silent } from './templates.testing';

/** A separate process that opens the database and commits numbers until it is killed. */
const writerSource = `
import { openDatabase } from './database';
import { transaction } from './transaction';
import { sql } from 'drizzle-orm';
const log = { warn() {}, fatal() {} };
const { db } = await openDatabase({ dataDir: process.argv[2] }, log);
await db.execute(sql\`create table if not exists numbers (id int primary key, filler text)\`);
const { rows } = await db.execute(sql\`select coalesce(max(id), 0) as last from numbers\`);
for (let id = rows[0].last + 1; ; id++) {
  await transaction(db, async (tx) => {
    await tx.execute(sql\`insert into numbers values (\${id}, repeat('x', 500))\`);
  });
  process.stdout.write(id + '\\n');
}
`;

const here = fileURLToPath(new URL('.', import.meta.url));
// Next to the sources, so that the bundle finds the worker and the packages.
const writer = join(here, `.writer-${process.pid}.mjs`);
let dataDir = '';
// Creating a database takes many seconds on a busy machine.
const patience = 180_000;
const children: ChildProcess[] = [];

beforeAll(async () => {
  await build({
    stdin: { contents: writerSource, resolveDir: here, loader: 'ts' },
    outfile: writer,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
});

afterAll(() => rmSync(writer, { force: true }));

beforeEach(async () => {
  const { config } = await copyEmbeddedTemplate();
  dataDir = config.dataDir;
}, patience);

afterEach(async () => {
  await Promise.all(children.splice(0).map(killAndWait));
  rmSync(dataDir, { recursive: true, force: true });
});

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Lets the writer run until it has acknowledged `count` numbers, kills it with -9 and returns the last number. */
async function writeAndKill(count: number): Promise<number> {
  const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let last = 0;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    seen++;
    if (seen === count) child.kill('SIGKILL');
  }
  return last;
}

describe('the embedded database', { timeout: patience }, () => {
  it('loses no acknowledged commit to kill -9, and takes over lock and socket', async () => {
    for (const count of [5, 300]) {
      const acknowledged = await writeAndKill(count);
      expect(existsSync(join(dataDir, 'socket', '.s.PGSQL.5432'))).toBe(true);
      const database = await openDatabase({ dataDir }, silent);
      const { rows } = await database.db.$client.query('select count(*)::int, max(id) from numbers');
      await database.close();
      expect(acknowledged).toBeGreaterThanOrEqual(count);
      expect(rows[0].max).toBeGreaterThanOrEqual(acknowledged);
      expect(rows[0].count).toBe(rows[0].max);
    }
  });

  it('is refused to a second process while the first one lives', async () => {
    const database = await openDatabase({ dataDir }, silent);
    const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(child);
    let complaint = '';
    for await (const chunk of child.stderr) complaint += chunk;
    expect(complaint).toContain(`${dataDir} is in use by process ${process.pid}`);
    await database.ready();
    await database.close();
    expect(existsSync(join(dataDir, 'socket', '.s.PGSQL.5432'))).toBe(false);
  });

  it('opens in a folder whose path is too long for a socket', async () => {
    const long = join(dataDir, 'x'.repeat(120));
    mkdirSync(long);
    renameSync(join(dataDir, 'database'), join(long, 'database'));
    const database = await openDatabase({ dataDir: long }, silent);
    await database.ready();
    await database.close();
  });

  it('starts anew when the very first start was killed half way', async () => {
    rmSync(join(dataDir, 'database'), { recursive: true });
    mkdirSync(join(dataDir, 'database.new', 'base'), { recursive: true });
    const database = await openDatabase({ dataDir }, silent);
    await database.ready();
    await database.close();
  });
});
