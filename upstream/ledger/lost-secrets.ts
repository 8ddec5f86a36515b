import type { Pool } from 'pg';
import { keyIdOf, openHead, signerOf } from './checkpoint';

/** What members and staff lose. Sealed values and signatures stay under the secret of their day. */
export const lostSecret =
  'An earlier SESSION_SECRET is missing: nobody who set up two-factor sign-in under it can sign in, and heads of the log that it signed are not the club’s.';

/** The log is divided into so many parts of the same size, and the first head of each is read. */
const PARTS = 200;

interface SignedHead {
  size: string;
  note: string;
}

/**
 * Whether a secret that this club has used is no longer configured. Every club has signed heads of its log, and each
 * bears the key of the secret that was the newest then. Where the key changed from one part of the log to the next, it
 * reads the heads between them by halves, down to those beside the change.
 */
export async function hasLostSecret(
  pool: Pick<Pool, 'query'>,
  config: { publicUrl: string; secrets: string[] },
): Promise<boolean> {
  const signer = signerOf(config);
  const isLost = ({ note }: SignedHead) => openHead(signer, note) === null;
  const heads = await listSpread(pool);
  if (heads.some(isLost)) return true;

  async function isLostBetween(one: SignedHead, other: SignedHead): Promise<boolean> {
    if (keyIdOf(one.note) === keyIdOf(other.note)) return false;
    const middle = await findBetween(pool, one, other);
    if (!middle) return false;
    return isLost(middle) || (await isLostBetween(one, middle)) || (await isLostBetween(middle, other));
  }
  for (const [at, head] of heads.slice(1).entries())
    if (await isLostBetween(heads[at] as SignedHead, head)) return true;
  return false;
}

async function listSpread(pool: Pick<Pool, 'query'>): Promise<SignedHead[]> {
  const { rows } = await pool.query<SignedHead>(`
    select distinct head.size, head.note
    from (select max(size) as largest from ledger_log_heads) newest, generate_series(0, ${PARTS}) part,
      lateral (
        select size, note from ledger_log_heads where size >= largest * part / ${PARTS} order by size limit 1
      ) head
    order by head.size`);
  return rows;
}

/** Returns the head nearest to the middle of two others, or null if there is none between them. */
async function findBetween(pool: Pick<Pool, 'query'>, one: SignedHead, other: SignedHead): Promise<SignedHead | null> {
  const middle = (BigInt(one.size) + BigInt(other.size)) / 2n;
  const { rows } = await pool.query<SignedHead>(
    `(select size, note from ledger_log_heads where size >= $1 and size > $2 and size < $3 order by size limit 1)
     union all
     (select size, note from ledger_log_heads where size < $1 and size > $2 order by size desc limit 1)
     limit 1`,
    [String(middle), String(one.size), String(other.size)],
  );
  return rows[0] ?? null;
}
