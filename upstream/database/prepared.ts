import { fillPlaceholders, type Query, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import { casing, type Queryable } from './database';
import { connectionOf } from './transaction';

/**
 * Returns a query that is built once, and planned once for each connection, instead of at each call. Meant for queries
 * that run with every request or message. `make` ends in `.prepare(name)`, with a unique name and `sql.placeholder` for
 * values; a condition takes a date as text.
 */
export function prepared<Q extends object>(make: (db: Queryable) => Q): (db: Queryable) => Q {
  let built: Q | undefined;
  return (db) => {
    built ??= make(db);
    // A prepared query of Drizzle belongs to one connection, and each transaction may have another.
    return Object.create(built, { client: { value: connectionOf(db) } });
  };
}

/** The same for raw SQL, which `make` writes once. Returns its rows as the driver reads them. */
export function preparedSql<Row extends QueryResultRow>(
  name: string,
  make: () => SQL,
): (db: Queryable, values: Record<string, unknown>) => Promise<Row[]> {
  let built: Query | undefined;
  return async (db, values) => {
    built ??= dialect.sqlToQuery(make());
    const { rows } = await connectionOf(db).query<Row>({
      ...{ name, text: built.sql },
      values: fillPlaceholders(built.params, values),
    });
    return rows;
  };
}

const dialect = new PgDialect({ casing });
