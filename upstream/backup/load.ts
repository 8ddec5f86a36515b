import type { PoolClient } from 'pg';
import type { Database, Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { noTimeLimits } from '../database/snapshot';
import { clientOf, transaction } from '../database/transaction';
import { users } from '../members/members.tables';
import { BrokenArchive, End, Header, readLine, TableStart, withLines } from './archive';
import { atOnce, listTables, type Table } from './tables';

interface Loading {
  /** Checks the header. Throws if the backup must not be restored. */
  approve(header: Header): void;
  /** Receives the number of current members. Throws if they must not be replaced. */
  replace(members: number): void;
  /** Runs as the last step, on the restored data. */
  after(tx: Tx, counts: { tables: number; rows: number }): Promise<void>;
}

/**
 * Replaces all data of the database with a backup, in one transaction. Triggers are off meanwhile, because they check
 * new events and not past ones. Foreign keys are created again at the end, which checks every row.
 * @throws BrokenArchive, and what `approve` and `replace` throw; nothing has changed then
 */
export async function loadArchive(
  db: Database,
  path: string,
  loading: Loading,
): Promise<{ tables: number; rows: number }> {
  try {
    return await transaction(db, (tx) =>
      withLines(path, async (lines) => {
        const reader = lines[Symbol.asyncIterator]();
        const next = async () => (await reader.next()).value as string | undefined;
        loading.approve(readLine(Header, await next()));
        loading.replace(await tx.$count(users));
        const client = clientOf(tx);
        await noTimeLimits(client);
        const tables = await listTables(client);
        const putBack = await setAside(client, tables);
        for (const { name } of tables) await client.query(`delete from ${name}`);
        const counts = await loadTables(client, tables, next);
        await putBack();
        await loading.after(tx, counts);
        return counts;
      }),
    );
  } catch (error) {
    // The column does not accept a value, or a row violates a constraint.
    if (!/^2[23]/.test(findFailure(error)?.code ?? '')) throw error;
    throw new BrokenArchive('The backup does not fit together: the file was changed.');
  }
}

/** Disables triggers and drops foreign keys. Returns a function that restores both. */
async function setAside(client: PoolClient, tables: Table[]): Promise<() => Promise<void>> {
  const triggers = await client.query<{ name: string; table: string; enabled: string }>(`
    select quote_ident(tgname) as name, tgrelid::regclass::text as table,
      case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace`);
  const keys = await client.query<{ name: string; table: string; definition: string }>(`
    select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  // Locks all tables at once, so that a transaction that reads meanwhile waits here and not halfway.
  const names = tables.map(({ name }) => name).join(', ');
  await client.query(`lock table ${names} in access exclusive mode`);
  for (const { name, table } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name, table } of triggers.rows) await client.query(`alter table ${table} disable trigger ${name}`);
  return async () => {
    for (const { name, table, enabled } of triggers.rows)
      await client.query(`alter table ${table} ${enabled} trigger ${name}`);
    for (const { name, table, definition } of keys.rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

async function loadTables(client: PoolClient, tables: Table[], next: () => Promise<string | undefined>) {
  const missing = new Map(tables.map((table) => [table.name, table]));
  const counts = { tables: 0, rows: 0 };
  let line = await next();
  while (line?.startsWith('{"table"')) {
    const start = readLine(TableStart, line);
    const table = missing.get(start.table);
    if (!table || start.columns.join() !== table.columns.map(({ name }) => name).join())
      throw new BrokenArchive(`The backup’s table ${start.table} is not of this version.`);
    missing.delete(start.table);
    counts.tables++;
    const rows: string[] = [];
    let length = 0;
    for (line = await next(); line?.startsWith('['); line = await next()) {
      rows.push(line);
      counts.rows++;
      length += line.length;
      if (rows.length < atOnce.rows && length < atOnce.characters) continue;
      await insert(client, table, rows.splice(0));
      length = 0;
    }
    await insert(client, table, rows);
    await goOnAt(client, table, start.next);
  }
  const { tables: listed, rows } = readLine(End, line);
  const isWhole =
    missing.size === 0 && listed === counts.tables && rows === counts.rows && (await next()) === undefined;
  if (!isWhole) throw new BrokenArchive('The backup is not whole: tables or rows are missing.');
  return counts;
}

async function insert(client: PoolClient, { name, columns }: Table, rows: string[]): Promise<void> {
  if (rows.length === 0) return;
  const into = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, at) => `(value ->> ${at})::${type}`).join(', ');
  await client.query(
    `insert into ${name} (${into}) overriding system value select ${values} from json_array_elements($1::json)`,
    [`[${rows.join(',')}]`],
  );
}

/** Unlike `setval`, a rollback undoes this. */
async function goOnAt(client: PoolClient, { name, identity }: Table, next: number | null): Promise<void> {
  if (!identity || next === null) return;
  await client.query(`alter table ${name} alter column ${identity.column} restart with ${BigInt(next)}`);
}
