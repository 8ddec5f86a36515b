import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Creates a demo club for the bench: in a new database of the PostgreSQL at DATABASE_URL or 127.0.0.1:5432, otherwise
 * in an embedded one. `env` opens it, `close` removes all of it.
 * @param suffix of the name, for a second database of the same bench
 */
export async function createClub(suffix = '') {
  const folder = mkdtempSync(join(tmpdir(), 'almende-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const env = {
    DATA_DIR: folder,
    DEMO: '1',
    DEMO_SIMULATOR: '0',
    SESSION_SECRET: 'bench-4f7c1d2e9a8b6053bench-4f7c1d2e9a8b6053',
  };
  const url = process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `almende_bench_${process.pid}${suffix}`;
  const place = process.env.BENCH_TABLESPACE ? ` tablespace ${process.env.BENCH_TABLESPACE}` : '';
  const failure = await execute(url, `create database ${name}${place}`).catch((error) => error);
  if (failure) {
    if (process.env.DATABASE_URL || place)
      throw new Error(`PostgreSQL is asked for, but no database can be made there: ${failure.message}`);
    const description = 'the embedded database in the server process: its CPU and memory count as the server’s';
    return { env, folder, isEmbedded: true, description, close: removeFolder };
  }
  const own = new URL(url);
  own.pathname = name;
  return {
    env: { ...env, DATABASE_URL: own.href },
    folder,
    isEmbedded: false,
    description: 'PostgreSQL, a process of its own',
    async close() {
      await execute(url, `drop database if exists ${name} with (force)`);
      removeFolder();
    },
  };
}

async function execute(url, statement) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
