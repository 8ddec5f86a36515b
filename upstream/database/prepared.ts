import type { Queryable } from './database';
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
