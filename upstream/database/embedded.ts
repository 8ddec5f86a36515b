import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Connection } from './database';
import { lockDataDir } from './lock';
import { DatabasePool } from './pool';
import { makeSocketFolder } from './socket-folder';

/**
 * Opens the embedded database: PGlite in a worker thread, reached through a unix socket like a PostgreSQL server.
 * @throws DataDirLocked if another process holds `dataDir`
 */
export async function openEmbedded(dataDir: string, log: Logger): Promise<Connection> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(dataDir);
  try {
    const socketFolder = makeSocketFolder(dataDir);
    const socket = join(socketFolder, '.s.PGSQL.5432');
    // A killed process left the socket. This process holds the lock, so nobody listens on it.
    rmSync(socket, { force: true });
    const folder = join(dataDir, 'database');
    if (!existsSync(folder)) await createFiles(folder);
    const worker = await startWorker(folder, socket, log);
    const pool = openPool(socketFolder);
    const close = async () => {
      await pool.end();
      await worker.stop();
      lock.release();
    };
    return { pool, calls: pool, embedded: true, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** On a thread of its own, because WebAssembly keeps its memory: the 250 MB that this takes are free afterwards. */
async function createFiles(folder: string): Promise<void> {
  const [code] = await once(openThread({ folder }), 'exit');
  if (code !== 0) throw endedAtStart(code);
}

async function startWorker(folder: string, socket: string, log: Logger): Promise<{ stop(): Promise<void> }> {
  const worker = openThread({ folder, socket });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', (code) => reject(endedAtStart(code)));
  });
  worker.on('error', (error) => log.fatal({ err: error }, 'the embedded database failed'));
  return {
    stop: async () => {
      worker.postMessage('close');
      await ended;
    },
  };
}

const openThread = (workerData: { folder: string; socket?: string }) =>
  new Worker(new URL('./worker.mjs', import.meta.url), { workerData });

const endedAtStart = (code: number) => new Error(`The embedded database ended at its start, code ${code}`);

/** Opens a pool of exactly one connection. PGlite is one session, and over several connections it mixes up answers. */
function openPool(socketFolder: string): DatabasePool {
  return new DatabasePool({
    host: socketFolder,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 0,
    query_timeout: 60_000,
    // The session outlives its connection. Without this, the next connection would inherit prepared statements.
    onConnect: async (client) => void (await client.query('discard all')),
  });
}
