import { type AnyColumn, getTableColumns, getTableName, type SQL, type Table } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import type { Queryable } from './database/database';
import { describeOnEachDatabase } from './database/database.testing';
import { personalData } from './personal-data';

const parts = personalData.flatMap(({ exports }) => exports);
const repeated = (names: string[]) => names.filter((name, at) => names.indexOf(name) !== at);

describe('what the modules keep of a member', () => {
  it('makes files of different names', () => {
    expect(parts.length).toBeGreaterThan(10);
    expect(repeated(parts.map(({ name }) => name))).toEqual([]);
  });

  it('exports no rows twice', async () => {
    const sources: string[] = [];
    const $count = async (table: Table, which?: SQL) => {
      sources.push(
        `${getTableName(table)} where ${which && new PgDialect({ casing: 'snake_case' }).sqlToQuery(which).sql}`,
      );
      return 0;
    };
    const select = () => ({ from: () => ({ where: async () => [] }) });
    for (const part of parts) await part.count({ $count, select } as unknown as Queryable, 1);
    expect(sources).toContain('notification_times where "notification_times"."user_id" = $1');
    expect(repeated(sources)).toEqual([]);
  });

  it('deletes or keeps each table once', () => {
    const tables = personalData.flatMap(({ deletes, keeps = [] }) => [...deletes, ...keeps.map(({ table }) => table)]);
    expect(repeated(tables.map(getTableName))).toEqual([]);
  });
});

describe('each column of a table with personal data', () => {
  const keyOf = (column: AnyColumn) =>
    Object.entries(getTableColumns(column.table)).find(([, one]) => one.name === column.name)?.[0] ?? column.name;
  const nameOf = (table: Table, column: string) => `${getTableName(table)}.${column}`;
  const exported = parts.flatMap(({ columns }) => columns.map((column) => nameOf(column.table, keyOf(column))));
  const withheld = personalData.flatMap(({ withholds = [] }) =>
    withholds.flatMap(({ table, columns }) => columns.map((column) => nameOf(table, column))),
  );

  it('is exported, or withheld with a reason', () => {
    const tables = personalData.flatMap(({ deletes, keeps = [] }) => [...deletes, ...keeps.map(({ table }) => table)]);
    // `userId` says whose row it is.
    const columns = tables.flatMap((table) =>
      Object.keys(getTableColumns(table)).flatMap((column) => (column === 'userId' ? [] : [nameOf(table, column)])),
    );
    expect(columns.filter((column) => !exported.includes(column) && !withheld.includes(column))).toEqual([]);
  });

  it('is not both', () => {
    expect(withheld.filter((column) => exported.includes(column))).toEqual([]);
    expect(repeated(withheld)).toEqual([]);
  });
});

describeOnEachDatabase('personal data', (open) => {
  it('is named by its module for every table that belongs to a member', async () => {
    const { db } = await open();
    const { rows } = await db.$client.query<{ name: string }>(`select distinct conrelid::regclass::text as name
      from pg_constraint join pg_attribute on attrelid = confrelid and attnum = confkey[1]
      where contype = 'f' and confrelid = 'users'::regclass and attname = 'id'
      union select table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`);
    const named = personalData.flatMap(({ deletes, keeps = [] }) => [...deletes, ...keeps.map(({ table }) => table)]);
    const names = named.map((table) => String(Reflect.get(table, Symbol.for('drizzle:Name'))));
    expect(rows.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  });
});
