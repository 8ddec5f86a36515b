import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Environment, root, type ServerProcess, startServerProcess } from './server-process';

const folder = join(root, '.cache/clubs');
const LOCK_LIFETIME_MS = 180_000;

/**
 * Returns the data folder of a demo club that this build has migrated, seeded and closed. It is created once and then
 * only copied. It contains the session secret.
 */
export async function snapshotOfClub(): Promise<string> {
  const snapshot = join(folder, keyOfBuild());
  const lock = `${snapshot}.lock`;
  mkdirSync(folder, { recursive: true });
  while (!existsSync(snapshot)) {
    if (!takeLock(lock)) {
      await wait(100);
      continue;
    }
    try {
      if (!existsSync(snapshot)) await makeSnapshot(snapshot);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return snapshot;
}

/** Hashes what determines schema and seeds: the bundle and the files beside it. */
function keyOfBuild(): string {
  const build = join(root, 'build');
  if (!existsSync(join(build, 'server.js'))) throw new Error('There is no build: run `npm run build` first.');
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' });
  const hash = createHash('sha256');
  for (const file of files.filter((name) => /^(migrations\/.*|[^/]+\.m?js)$/.test(name)).sort()) {
    if (statSync(join(build, file)).isFile()) hash.update(file).update(readFileSync(join(build, file)));
  }
  // The seeds contain the club's account, its limits, and its questions and answers.
  for (const file of readdirSync(join(root, 'config'), { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(root, 'config', file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/** One process creates the snapshot and the others wait. A lock left by a killed process soon expires. */
function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LOCK_LIFETIME_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

async function makeSnapshot(snapshot: string): Promise<void> {
  const unfinished = `${snapshot}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await fillClub({ DATA_DIR: unfinished });
  for (const old of readdirSync(folder)) {
    if (!old.includes('.')) rmSync(join(folder, old), { recursive: true, force: true });
  }
  renameSync(unfinished, snapshot);
}

/** Seeds a demo club in a place that is empty, and closes it. */
export async function fillClub(place: Environment): Promise<void> {
  const environment = { ...place, DEMO: '1', DEMO_SIMULATOR: '0', LOG_LEVEL: 'warn' };
  const server = await startServerProcess(environment, ['database-door.mjs']);
  await untilPhotosAreMade(server);
  const code = await server.stop();
  if (code !== 0) throw new Error(`The club for the snapshot ended with code ${code}.\n${server.log()}`);
}

/** Otherwise each copy of the club would make them. */
async function untilPhotosAreMade(server: ServerProcess): Promise<void> {
  const sql = `select count(*) from pgboss.job where name in ('demo-photos', 'photo', 'demo-news-pictures') and state in ('created', 'retry', 'active')`;
  for (;;) {
    const [[waiting] = []] = await server.ask<unknown[][]>({ sql, values: [] });
    if (Number(waiting) === 0) return;
    await wait(100);
  }
}
