import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Language } from '../http/env';
import type { ExportPart } from './privacy';

interface TablePart {
  name: string;
  description: Record<Language, string>;
  table: PgTable;
  /** A table whose columns stand beside, one row for each. */
  join?: { table: PgTable; on: SQL };
  /** The column that says whose row it is. */
  owner: PgColumn;
  /** Which of the owner's rows are meant; all of them where it is missing. */
  where?: SQL;
  /** Unique among the rows of one member; they are read in its order. */
  key: PgColumn | SQL<string>;
  /** Columns and expressions by the names that they have in the export. */
  fields: Record<string, PgColumn | SQL>;
}

/** The rows of a table that are a member's, read by the keyset of `key`. */
export function tablePart({ table, join, owner, where, key, fields, ...named }: TablePart): ExportPart {
  // The two kinds of it are alike in every query, but not to the compiler.
  const order = key as PgColumn;
  return {
    ...named,
    fields: Object.keys(fields),
    count: (db, userId) => db.$count(table, and(eq(owner, userId), where)),
    async rows(db, userId, after, limit) {
      const from = db.select({ key: order, row: fields }).from(table).$dynamic();
      const rows = await (join ? from.innerJoin(join.table, join.on) : from)
        .where(and(eq(owner, userId), where, after === null ? undefined : gt(order, after)))
        .orderBy(asc(order))
        .limit(limit);
      return rows.map((row) => ({ key: row.key as string | number, row: row.row }));
    },
  };
}
