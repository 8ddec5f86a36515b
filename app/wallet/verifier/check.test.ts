import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProofFile } from '../../../upstream/contract/receipts';
import { type CheckName, check, findProof } from './check';

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const node = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right);
const leaf = (salt: Uint8Array, entry: string) => sha256(Buffer.of(0), salt, Buffer.from(entry));

const name = 'club.example/log';

/** Returns a key as the club shows it, and a function that signs heads with it. */
function signing({ privateKey, publicKey }: ReturnType<typeof newPair>) {
  const typed = Buffer.concat([Buffer.of(1), publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
  const id = sha256(Buffer.from(`${name}\n`), typed).subarray(0, 4);
  return {
    key: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    headOf(size: number, root: Buffer): string {
      const text = `${name}\n${size}\n${root.toString('base64')}\n2026-11-20T10:00:00.000Z\n`;
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]);
      return `${text}\n— ${name} ${signature.toString('base64')}\n`;
    },
  };
}
const newPair = () => generateKeyPairSync('ed25519');
const { key, headOf } = signing(newPair());

const salt = Buffer.alloc(32, 7);
const entry =
  '{"booked_at":"2026-11-20T09:00:00.000Z","entry":2,"key":"k","kind":"deposit","postings":[{"account":"club.bank","amount":"-5.00","currency":"EUR"},{"account":"member.7.available","amount":"5.00","currency":"EUR"}]}';
const [first, third] = [sha256(Buffer.of(1)), sha256(Buffer.of(2))];
const pair = node(first, leaf(salt, entry));
const file: ProofFile = {
  format: 'almende-proof-1',
  club: 'https://club.example',
  verifier_keys: [key],
  head: headOf(2, pair),
  bookings: [
    {
      transaction_label: 'TX-7KQ2M9XA4',
      account: 'member.7.available',
      amount: '5.00',
      currency: 'EUR',
      booked_at: '2026-11-20T09:00:00.000Z',
      index: 1,
      salt: salt.toString('base64'),
      entry,
      path: [first.toString('base64')],
    },
  ],
};
const later = `${headOf(3, node(pair, third)).trim()}\n${third.toString('base64')}`;
const given = { key, later };
const [booking] = file.bookings as [ProofFile['bookings'][number]];

const wrongOf = async (changed: ProofFile, with_ = given): Promise<CheckName[]> =>
  (await check(changed, with_)).checks.filter(({ result }) => result === 'wrong').map((one) => one.name);

describe('the verifier', () => {
  it('finds every check right in a receipt that is right', async () => {
    const { checks, key: signer } = await check(file, given);
    expect(checks.map(({ name, result }) => [name, result])).toEqual([
      ['words', 'right'],
      ['path', 'right'],
      ['signature', 'right'],
      ['key', 'right'],
      ['later', 'right'],
    ]);
    expect(signer).toBe(key);
  });

  it('says what it did not check', async () => {
    const { checks } = await check(file, { key: '', later: '' });
    expect(checks.filter(({ result }) => result === 'not').map(({ name }) => name)).toEqual(['key', 'later']);
  });

  it.each<[string, CheckName[], ProofFile]>([
    ['the amount', ['words'], { ...file, bookings: [{ ...booking, amount: '6.00' }] }],
    ['the time', ['words'], { ...file, bookings: [{ ...booking, booked_at: '2026-11-21T09:00:00.000Z' }] }],
    ['the salt', ['path'], { ...file, bookings: [{ ...booking, salt: Buffer.alloc(32, 8).toString('base64') }] }],
    ['the entry', ['path'], { ...file, bookings: [{ ...booking, entry: entry.replace('"k"', '"l"') }] }],
    ['the place', ['path'], { ...file, bookings: [{ ...booking, index: 0 }] }],
    ['the path', ['path'], { ...file, bookings: [{ ...booking, path: [third.toString('base64')] }] }],
    ['the signed time', ['signature', 'key'], { ...file, head: file.head.replace('T10:', 'T11:') }],
  ])('names the check that fails for another sign in %s', async (_, expected, changed) => {
    expect(await wrongOf(changed)).toEqual(expected);
  });

  it('does not take a key that is not the entered one, nor a log that does not begin with this one', async () => {
    expect(await wrongOf(file, { ...given, key: key.replace('club', 'clob') })).toEqual(['key', 'later']);
    const other = `${headOf(3, node(third, pair)).trim()}\n${third.toString('base64')}`;
    expect(await wrongOf(file, { ...given, later: other })).toEqual(['later']);
    expect(await wrongOf(file, { ...given, later: 'nothing' })).toEqual(['later']);
  });

  it('does not take a receipt that somebody else signed, and that names the club’s key beside their own', async () => {
    const theirs = signing(newPair());
    const [head, later] = [theirs.headOf(2, pair), theirs.headOf(3, node(pair, third))];
    const forged = { ...file, verifier_keys: [theirs.key, key], head };
    const given = { key, later: `${later.trim()}\n${third.toString('base64')}` };
    expect(await wrongOf(forged, given)).toEqual(['key', 'later']);
    expect(await wrongOf(forged, { ...given, key: '' })).toEqual([]);
    expect((await check(forged, given)).key).toBe(theirs.key);
  });

  it('takes several keys, of a club that has changed its own', async () => {
    const newer = signing(newPair());
    const later = `${newer.headOf(3, node(pair, third)).trim()}\n${third.toString('base64')}`;
    expect(await wrongOf(file, { key: `${newer.key} ${key}`, later })).toEqual([]);
    expect(await wrongOf(file, { key, later })).toEqual(['later']);
  });

  it('takes the answer of the call for consistency as well', async () => {
    const answer = JSON.stringify({ to: { note: headOf(3, node(pair, third)) }, path: [third.toString('base64')] });
    expect(await wrongOf(file, { ...given, later: answer })).toEqual([]);
  });

  it.each([
    ['a file', (text: string) => text],
    ['a PDF', (text: string) => `%PDF-1.7\n<< /Length 9 >>\nstream\n${text}\nendstream\nendobj`],
    ['a mail', (text: string) => `Hello,\n\nBlock for the verifier page:\n${text}\n\n-- \nAlmende {x}`],
    ['a mail with broken lines', (text: string) => `Hello\n${text.replace(/(.{70})/g, '$1\r\n')}\n-- \n}`],
  ])('finds the proof in %s', (_, around) => {
    expect(findProof(around(JSON.stringify(file)))).toEqual(file);
  });

  it.each(['', 'Hello', '{}', '{"format":"almende-proof-1"', '{"format":"almende-proof-1","bookings":[]}'])(
    'finds none in %j',
    (text) => {
      expect(findProof(text)).toBeNull();
    },
  );
});
