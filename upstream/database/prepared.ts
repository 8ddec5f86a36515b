import type { Database } from './database';

/**
 * A query that is built once for a database, and planned once for each connection, instead of at each call: for what
 * runs with every request. `make` ends in `.prepare(name)`, with a name of its own and `sql.placeholder` for values.
 */
export function prepared<Q>(make: (db: Database) => Q): (db: Database) => Q {
  const made = new WeakMap<Database, Q>();
  return (db) => {
    const query = made.get(db) ?? make(db);
    made.set(db, query);
    return query;
  };
}
