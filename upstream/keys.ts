/** Keys by purpose, opaque tokens and sealed values. The database holds only digests and ciphertext of these values. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const derived = new WeakMap<string[], Map<string, Buffer[]>>();

/**
 * Returns 256-bit keys for one purpose, newest first, derived by HKDF-SHA256 (RFC 5869) from the configured secrets.
 */
export function purposeKeys(secrets: string[], purpose: string): Buffer[] {
  if (secrets.length === 0) throw new Error('No secret is configured.');
  const byPurpose = derived.get(secrets) ?? new Map<string, Buffer[]>();
  derived.set(secrets, byPurpose);
  const known = byPurpose.get(purpose);
  if (known) return known;
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, 'almende', purpose, 32)));
  byPurpose.set(purpose, keys);
  return keys;
}

/** Returns the key for new values. */
export const newestKey = (secrets: string[], purpose: string): Buffer => purposeKeys(secrets, purpose)[0] as Buffer;

/** Returns a random token of 256 bits: 43 base64url characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the digest by which a token is stored and found: SHA-256 in hex, which is enough for 256 random bits. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the HMAC-SHA256 in hex, for values that are too easy to guess for a plain hash. */
export const keyedHash = (key: Buffer, value: string): string => createHmac('sha256', key).update(value).digest('hex');

/** Returns whether `mac` is the HMAC of `value` under one of the keys, in constant time. */
export function verifyKeyedHash(keys: Buffer[], value: string, mac: string): boolean {
  const given = Buffer.from(mac, 'utf8');
  return keys.some((key) => {
    const expected = Buffer.from(keyedHash(key, value), 'utf8');
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/**
 * Encrypts with AES-256-GCM under the newest key. `context` is authenticated, so a moved value does not open.
 */
export function seal(keys: Buffer[], plain: string, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys[0] as Buffer, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a value from `seal` with any of the keys. Throws if no key fits or the value was changed. */
export function unseal(keys: Buffer[], sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      // The value was sealed under another key, or changed. Try the next key.
    }
  }
  throw new Error('A sealed value does not open with any of the configured secrets.');
}
