import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { casing, type Database, type Queryable, type Tx } from './database';
import { hasLostStatement, isRetryable } from './failures';
import { insideTransaction } from './pool';

interface TransactionState {
  client: PoolClient;
  afterCommit: (() => void)[];
}

const opened = new WeakMap<object, TransactionState>();
const attempts = 3;

/**
 * Runs `work` in one transaction and returns its result. An error rolls everything back and is rethrown. A
 * serialisation failure, a deadlock (PostgreSQL 40001, 40P01) or a lost prepared statement runs `work` again, three times
 * in all, so `work` must have no effect except through `tx`. With a `tx` as the argument, it opens a savepoint.
 */
export async function transaction<T>(db: Database | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTx(db)) return savepoint(db, work);
  for (let attempt = 1; ; attempt++) {
    try {
      return await begin(db, work);
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
    }
  }
}

/** Calls `effect` after the whole transaction has committed, never after a rollback. For effects that may get lost. */
export function afterCommit(tx: Tx, effect: () => void): void {
  inside(tx).afterCommit.push(effect);
}

/** Returns the connection of a transaction, for libraries with their own SQL. */
export function clientOf(tx: Tx): PoolClient {
  return inside(tx).client;
}

/** Returns the connection of a transaction, or the pool of the database. */
export const connectionOf = (db: Queryable): PoolClient | Pool => opened.get(db)?.client ?? (db as Database).$client;

const isTx = (db: Database | Tx): db is Tx => opened.has(db);

function inside(tx: Tx): TransactionState {
  const state = opened.get(tx);
  if (!state) throw new Error('This transaction was not opened by transaction()');
  return state;
}

async function begin<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const pool = db.$client.transactions;
  const client = await pool.connect();
  // Without a listener, a connection that the server ends would end the process. Its query fails anyway.
  client.on('error', ignore);
  const effects: (() => void)[] = [];
  let failure: unknown;
  let result: T;
  try {
    // Drizzle gets the connection and not the pool, because with a pool it leaks the connection if `begin` fails.
    result = await drizzleOf(client).transaction(async (tx) => {
      opened.set(tx, { client, afterCommit: effects });
      try {
        return await insideTransaction(pool, async () => await work(tx));
      } catch (error) {
        failure = error;
        throw error;
      }
    });
  } catch (error) {
    // An error that is not from `work` means that begin, commit or rollback failed. Such a connection is not reused.
    client.off('error', ignore);
    client.release(error !== failure || hasLostStatement(error));
    throw failure ?? error;
  }
  client.off('error', ignore);
  client.release();
  for (const effect of effects) effect();
  return result;
}

/** One for each connection, because making one costs more than beginning a transaction. */
const drizzles = new WeakMap<PoolClient, NodePgDatabase>();

function drizzleOf(client: PoolClient): NodePgDatabase {
  const db = drizzles.get(client) ?? drizzle({ client, casing });
  drizzles.set(client, db);
  return db;
}

const ignore = () => {};

async function savepoint<T>(outer: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const state = inside(outer);
  const effects: (() => void)[] = [];
  const result = await outer.transaction(async (tx) => {
    opened.set(tx, { client: state.client, afterCommit: effects });
    return work(tx);
  });
  state.afterCommit.push(...effects);
  return result;
}
