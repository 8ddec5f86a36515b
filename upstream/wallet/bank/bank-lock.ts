import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';

/** Any number that nothing else takes. */
const bankLock = 7_204_119;

/**
 * Whoever books what the bank did, or tells it what to do, waits here for whoever does already, until the end of the
 * transaction: what one of them has read of a transfer or a payout is still true when it books, and nobody else locks
 * several members.
 */
export const lockBank = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${bankLock})`);
