/** The tables and rows that a backup contains. */
import type { PoolClient } from 'pg';

export interface Table {
  /** Quoted, with its schema. */
  name: string;
  columns: { name: string; type: string }[];
  /** The identity column, quoted, and its sequence. */
  identity: { column: string; sequence: string } | null;
  /** SQL condition for the rows; without it, all rows. */
  only?: string;
}

/** How much of a table is in memory at once. A row is as long as it is, such as a piece of a file. */
export const atOnce = { rows: 500, characters: 4 * 1024 * 1024 } as const;

/** Jobs that still have to run, such as mails. Finished jobs are of no use. */
const waitingJobs = { name: 'pgboss.job', only: "state in ('created', 'retry', 'active')" };

/** Returns every table of the club, sorted by name. */
export async function listTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; column: string; type: string; sequence: string | null }>(`
    select c.oid::regclass::text as name, quote_ident(a.attname) as column, format_type(a.atttypid, a.atttypmod) as type,
      pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where (n.nspname = 'public' and c.relkind = 'r' or c.oid = 'pgboss.job'::regclass)
    order by n.nspname desc, c.relname, a.attnum`);
  const tables = new Map<string, Table>();
  for (const { name, column, type, sequence } of rows) {
    const table = tables.get(name) ?? { name, columns: [], identity: null };
    table.columns.push({ name: column, type });
    if (sequence) table.identity = { column, sequence };
    if (name === waitingJobs.name) table.only = waitingJobs.only;
    tables.set(name, table);
  }
  return [...tables.values()];
}
