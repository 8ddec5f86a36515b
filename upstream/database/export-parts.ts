import { type AnyColumn, and, asc, Column, eq, gt, SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Language } from '../http/env';
import type { ExportPart } from './personal-data';

interface TablePart {
  name: string;
  description: Record<Language, string>;
  table: PgTable;
  /** A joined table with exactly one row for each row. */
  join?: { table: PgTable; on: SQL };
  /** The column with the owner's id. */
  owner: PgColumn;
  /** Condition on the owner's rows; without it, all rows. */
  where?: SQL;
  /** Unique among the rows of one member. Rows are read in its order. */
  key: PgColumn | SQL<string>;
  /** Columns and expressions by their names in the export. */
  fields: Record<string, PgColumn | SQL>;
  /** Columns that an expression of `fields` reads by their names alone. */
  readByName?: AnyColumn[];
}

/** Returns the part of an export with a member's rows of a table, read by keyset pagination on `key`. */
export function tablePart({
  table,
  join,
  owner,
  where,
  key,
  fields,
  readByName = [],
  ...named
}: TablePart): ExportPart {
  // Both types of `key` work the same in every query, but the compiler tells them apart.
  const order = key as PgColumn;
  return {
    ...named,
    fields: Object.keys(fields),
    columns: [...Object.values(fields).flatMap(columnsIn), ...readByName],
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

const columnsIn = (part: unknown): AnyColumn[] =>
  part instanceof Column ? [part] : part instanceof SQL ? part.queryChunks.flatMap(columnsIn) : [];
