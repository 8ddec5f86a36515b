import type { Queryable } from './database';

/**
 * Returns a query that is built once for each database or transaction and planned once for each connection, instead of
 * at each call. Meant for queries that run with every request. `make` ends in `.prepare(name)`, with a unique name and
 * `sql.placeholder` for values.
 */
export function prepared<Q>(make: (db: Queryable) => Q): (db: Queryable) => Q {
  const made = new WeakMap<Queryable, Q>();
  return (db) => {
    const query = made.get(db) ?? make(db);
    made.set(db, query);
    return query;
  };
}
