import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { drawBytes } from './random.server';

/** Encrypts and authenticates text for one purpose. Text that was sealed for another purpose does not open. */
export interface Sealer {
  seal(text: string): string;
  /** Returns null for text that was not sealed here, was changed, or was sealed under a removed secret. */
  open(sealed: string): string | null;
}

const IV = 12;
const TAG = 16;
/** The largest decompressed text in bytes. The tag is checked first, so a forged text is never decompressed. */
const MAX_OPENED = 4 * 1024 * 1024;
/** A text of at most this many bytes, such as a guest's session, is not compressed, because that gains little. */
const SHORT = 128;
/** The first byte of a deflate stream of a single block that is not compressed (RFC 1951, section 3.2.3). */
const STORED = 1;
/** Bytes before the text of such a block: the first byte, and its length twice. */
const STORED_HEAD = 5;

/** Uses AES-256-GCM with keys derived by HKDF-SHA256. The first secret seals; all of them open (rotation). */
export function createSealer(secrets: string[], purpose: string): Sealer {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  return {
    seal(text) {
      const iv = drawBytes(IV);
      const cipher = createCipheriv('aes-256-gcm', keys[0] as Buffer, iv);
      const body = Buffer.concat([cipher.update(pack(text)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV + TAG) return null;
      for (const key of keys) {
        const text = tryOpen(key, bytes);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

function tryOpen(key: Buffer, bytes: Buffer) {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV));
    cipher.setAuthTag(bytes.subarray(IV, IV + TAG));
    const body = Buffer.concat([cipher.update(bytes.subarray(IV + TAG)), cipher.final()]);
    return unpack(body);
  } catch {
    return null;
  }
}

function pack(text: string) {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  if (length > SHORT) return deflateRawSync(bytes);
  return Buffer.concat([Buffer.of(STORED, length, 0, 255 - length, 255), bytes]);
}

const unpack = (body: Buffer) =>
  body[0] === STORED
    ? body.toString('utf8', STORED_HEAD)
    : inflateRawSync(body, { maxOutputLength: MAX_OPENED }).toString();

/** Signs short public values for one purpose with HMAC-SHA256. The check takes constant time. */
export function createSigner(secrets: string[], purpose: string) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  const sign = (key: Buffer, value: string) => createHmac('sha256', key).update(value).digest('base64url').slice(0, 27);
  return {
    sign: (value: string) => `${value}.${sign(keys[0] as Buffer, value)}`,
    /** Returns the value, or null if the signature is not ours. */
    verify(signed: string) {
      const at = signed.lastIndexOf('.');
      if (at < 1) return null;
      const value = signed.slice(0, at);
      const given = Buffer.from(signed.slice(at + 1));
      const ours = keys.map((key) => Buffer.from(sign(key, value)));
      return ours.some((mac) => mac.length === given.length && timingSafeEqual(mac, given)) ? value : null;
    },
  };
}
