/** The format of an API token: a prefix that secret scanners find, 256 random bits, and a checksum against typos. */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;

/** Returns `alm_`, 256 random bits as 43 base62 digits, and 6 digits of their CRC-32: 53 characters. */
export function newApiToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return `alm_${secret}${checksumOf(secret)}`;
}

/** Returns false for a mistyped or truncated token, which then needs no look-up in the database. */
export const isWhole = (token: string): boolean =>
  checksumOf(token.slice(4, -checksumLength)) === token.slice(-checksumLength);

/** Returns the part that the pages show to recognise a token: 10 characters, 36 of its 256 bits. */
export const shownPrefix = (token: string): string => token.slice(0, 10);

const checksumOf = (secret: string): string => base62(BigInt(crc32(secret)), checksumLength);

function base62(number: bigint, length: number): string {
  let written = '';
  for (let rest = number; rest > 0n; rest /= 62n) written = digits.charAt(Number(rest % 62n)) + written;
  return written.padStart(length, '0');
}
