import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database';
import { readSnapshot } from '../database/snapshot';
import { clientOf } from '../database/transaction';
import type { Header } from './archive';
import { atOnce, listTables, type Table } from './tables';

/**
 * Writes a snapshot of the whole database to a file that only the same user can read. On PostgreSQL others can go on
 * writing; on the embedded database, which is one session, they wait. The file appears complete or not at all.
 * @throws EEXIST and other errors of the file system
 */
export async function writeArchive(
  db: Database,
  path: string,
  header: Header,
): Promise<{ tables: number; rows: number; bytes: number }> {
  const unfinished = `${path}.part`;
  await (await open(path, 'wx', 0o600)).close();
  try {
    const counts = { tables: 0, rows: 0 };
    await readSnapshot(db, async (tx) => {
      const lines = Readable.from(readArchive(clientOf(tx), header, counts));
      await pipeline(lines, createGzip(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
    });
    await rename(unfinished, path);
    const file = await open(path);
    const { size: bytes } = await file.stat();
    await file.close();
    return { ...counts, bytes };
  } catch (error) {
    await rm(unfinished, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}

async function* readArchive(
  client: PoolClient,
  header: Header,
  counts: { tables: number; rows: number },
): AsyncGenerator<string> {
  yield line(header);
  for (const table of await listTables(client)) {
    counts.tables++;
    yield line({
      table: table.name,
      columns: table.columns.map(({ name }) => name),
      next: await findNext(client, table),
    });
    for await (const rows of readRows(client, table)) {
      counts.rows += rows.length;
      yield rows.map((row) => `${row}\n`).join('');
    }
  }
  yield line({ end: true, ...counts });
}

/** Yields rows in batches. A row is a JSON list of texts and nulls, on one line. */
async function* readRows(client: PoolClient, { name, columns, only }: Table): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${column.name}::text`).join(', ');
  const condition = only ? `where ${only}` : '';
  await client.query(
    `declare archived no scroll cursor for select to_json(array[${values}])::text as row from ${name} ${condition}`,
  );
  // The rows that were read tell how long the next ones are. They may be longer, so their number only doubles.
  for (let wanted = 1; ; ) {
    const { rows } = await client.query<{ row: string }>(`fetch ${wanted} from archived`);
    if (rows.length === 0) break;
    const length = rows.reduce((sum, { row }) => sum + row.length, 0) / rows.length;
    yield rows.map(({ row }) => row);
    wanted = Math.max(1, Math.min(2 * wanted, atOnce.rows, Math.floor(atOnce.characters / length)));
  }
  await client.query('close archived');
}

async function findNext(client: PoolClient, { identity }: Table): Promise<number | null> {
  if (!identity) return null;
  const { rows } = await client.query(`select last_value + is_called::int as next from ${identity.sequence}`);
  return Number(rows[0]?.next);
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
