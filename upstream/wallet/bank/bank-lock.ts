import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';

/** A number that no other lock uses. */
const bankLock = 7_204_119;

/**
 * Takes the lock of the bank side until the end of the transaction. Everything that books what the bank did, or tells
 * the bank what to do, takes it, and everything else that locks several members. So what the holder has read of a
 * transfer or a payout is still true when it books, and two who lock several members never wait for each other in a
 * circle.
 */
export const lockBank = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${bankLock})`);
