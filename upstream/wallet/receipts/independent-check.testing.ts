/**
 * Checks proofs in a few lines, with Node's own functions and none of the product's, as somebody would who distrusts
 * the club and its verifier page.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

type Booking = { index: number; path: string[] } & Record<
  'salt' | 'entry' | 'account' | 'amount' | 'booked_at',
  string
>;

/** Returns for each booking of the file the check that failed, or an empty string if its proof is right. */
export function checkProof(text: string): string[] {
  const { head, verifier_keys, bookings } = JSON.parse(text);
  const [body, signature] = head.split('\n\n');
  const [, size, root] = body.split('\n');
  const key = Buffer.from(verifier_keys[0].split('+').slice(2).join('+'), 'base64').subarray(1);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const signed = Buffer.from(signature.trim().split(' ')[2], 'base64').subarray(4);
  if (!verify(null, Buffer.from(`${body}\n`), publicKey, signed)) return bookings.map(() => 'signature');
  return bookings.map(({ index, salt, entry, path, account, amount, booked_at }: Booking) => {
    let hash = sha256(Buffer.of(0), Buffer.from(salt, 'base64'), Buffer.from(entry));
    let [at, last] = [index, Number(size) - 1];
    for (const sibling of path) {
      while (at % 2 === 0 && at === last && at !== 0) [at, last] = [at / 2, last / 2];
      const other = Buffer.from(sibling, 'base64');
      hash = at % 2 === 1 ? sha256(Buffer.of(1), other, hash) : sha256(Buffer.of(1), hash, other);
      [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    }
    if (hash.toString('base64') !== root) return 'path';
    const booked: { booked_at: string; postings: { account: string; amount: string }[] } = JSON.parse(entry);
    if (booked.booked_at !== booked_at) return 'moment';
    return booked.postings.some((one) => one.account === account && one.amount === amount) ? '' : 'amount';
  });
}
