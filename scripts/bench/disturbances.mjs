import { createWriteStream } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startAlmende } from './servers.mjs';

/** How long the database stays away. */
const AWAY_MS = 4000;
/** How long its disk stays full. Tables have some room left inside. */
const FULL_MS = 20_000;
/** A file system with more free room is probably the machine's own, which must not be filled. */
const MOST_FREE_BYTES = 2 * 1024 ** 3;

/** Returns what happens to the processes and their database, one after the other. */
export function disturbancesOf({ club, env, processes, kills }) {
  const start = async (at) => {
    processes[at] = await startAlmende(env, { port: Number(new URL(processes[at].url).port) });
  };
  const database = new URL(club.env.DATABASE_URL).pathname.slice(1);
  const administer = (work) => withClient(club.env.DATABASE_URL.replace(`/${database}`, '/postgres'), work);
  const cut = (client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  const kill = (at) => ({
    name: `process ${at + 1} killed`,
    run: async () => {
      await processes[at].kill();
      await start(at);
    },
  });
  return [
    ...[0, 1].map((at) => ({
      name: `process ${at + 1} updated`,
      run: async () => {
        await processes[at].stop();
        await start(at);
      },
    })),
    { name: 'connections to the database cut', run: () => administer(cut) },
    {
      name: 'table of members locked',
      run: () =>
        withClient(club.env.DATABASE_URL, async (client) => {
          await client.query('begin; lock table users in access exclusive mode');
          await wait(AWAY_MS);
          await client.query('commit');
        }),
    },
    {
      name: 'database away',
      run: () =>
        administer(async (client) => {
          await client.query(`alter database ${database} allow_connections false`);
          await cut(client);
          await wait(AWAY_MS);
          await client.query(`alter database ${database} allow_connections true`);
        }),
    },
    {
      name: 'no connection left',
      run: () =>
        administer(async (client) => {
          const taken = await takeAll(club.env.DATABASE_URL);
          await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name <> 'bench'`,
            [database],
          );
          taken.push(...(await takeAll(club.env.DATABASE_URL)));
          await wait(AWAY_MS);
          for (const one of taken) await one.end();
        }),
    },
    ...(process.env.BENCH_DISK ? [{ name: 'disk full', run: () => fillDisk(process.env.BENCH_DISK) }] : []),
    ...Array.from({ length: kills }, (_, n) => kill(n % 2)),
  ];
}

async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Takes all room of the file system, which has to be a small one of its own, and gives it back. */
async function fillDisk(folder) {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize > MOST_FREE_BYTES) throw new Error(`BENCH_DISK=${folder} is not on a small file system.`);
  const file = join(folder, 'almende-bench-filler');
  const zeros = function* () {
    for (;;) yield Buffer.alloc(1 << 20);
  };
  try {
    const failure = await pipeline(Readable.from(zeros()), createWriteStream(file)).catch((error) => error);
    if (failure.code !== 'ENOSPC') throw failure;
    await wait(FULL_MS);
  } finally {
    await rm(file, { force: true });
  }
}

/** Opens connections until there is none left. */
async function takeAll(connectionString) {
  const taken = [];
  for (;;) {
    const client = new pg.Client({ connectionString, application_name: 'bench' });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch {
      return taken;
    }
    taken.push(client);
  }
}
