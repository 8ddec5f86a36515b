import type { Pool } from 'pg';
import { openHead, signerOf } from './checkpoint';

/** What members and staff lose. Sealed values and signatures stay under the secret of their day. */
export const lostSecret =
  'An earlier SESSION_SECRET is missing: nobody who set up two-factor sign-in under it can sign in, and heads of the log that it signed are not the club’s.';

/** Heads to look at. A secret that signed a smaller share of the log than one of these parts may stay unnoticed. */
const SAMPLES = 200;

/**
 * Whether a secret that this club has used is no longer configured. Every club has signed heads of its log, and each
 * bears the key of the secret that was the newest then. This looks at the first one, the newest one, and some between.
 */
export async function hasLostSecret(
  pool: Pick<Pool, 'query'>,
  config: { publicUrl: string; secrets: string[] },
): Promise<boolean> {
  const { rows } = await pool.query<{ note: string }>(`
    select distinct head.note
    from (select max(size) as largest from ledger_log_heads) newest, generate_series(0, ${SAMPLES}) part,
      lateral (
        select note from ledger_log_heads where size >= largest * part / ${SAMPLES} order by size limit 1
      ) head`);
  const signer = signerOf(config);
  return rows.some(({ note }) => openHead(signer, note) === null);
}
