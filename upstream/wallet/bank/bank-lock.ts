import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';

/** A number that no other lock uses. */
const bankLock = 7_204_119;

/**
 * Takes the lock of the bank side until the end of the transaction. Everything that books what the bank did, or tells
 * the bank what to do, takes it. So what the holder has read of a transfer or a payout is still true when it books, and
 * nobody else locks several members.
 */
export const lockBank = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${bankLock})`);
