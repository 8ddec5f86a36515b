import type { Pool } from 'pg';
import { openHead, signerOf } from './checkpoint';

/** What members and staff lose. Sealed values and signatures stay under the secret of their day. */
export const lostSecret =
  'An earlier SESSION_SECRET is missing: nobody who set up two-factor sign-in under it can sign in, and heads of the log that it signed are not the club’s.';

/**
 * Whether a secret that this club has used is no longer configured. It looks at the first and the newest signed head of
 * the log: every club has heads, and each bears the key of the secret that was the newest then.
 */
export async function hasLostSecret(
  pool: Pick<Pool, 'query'>,
  config: { publicUrl: string; secrets: string[] },
): Promise<boolean> {
  const { rows } = await pool.query<{ note: string }>(`
    (select note from ledger_log_heads order by size limit 1)
    union all (select note from ledger_log_heads order by size desc limit 1)`);
  const signer = signerOf(config);
  return rows.some(({ note }) => openHead(signer, note) === null);
}
