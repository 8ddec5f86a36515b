/** What an API token looks like: a prefix that secret scanners find, 256 random bits, and a checksum against typos. */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;
// Of another length than the token of a session, which may begin with any four characters.
const format = /^alm_[0-9A-Za-z]{49}$/;

/** `alm_`, 256 random bits as 43 base62 digits, and 6 digits of their CRC-32: 53 characters. */
export function newApiToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return `alm_${secret}${checksumOf(secret)}`;
}

/** True for a bearer that is meant as an API token, good or not. */
export const isApiToken = (bearer: string): boolean => format.test(bearer);

/** False for one that was mistyped or cut off: no question for the database. */
export const isWhole = (token: string): boolean =>
  checksumOf(token.slice(4, -checksumLength)) === token.slice(-checksumLength);

/** As much as the pages show, to know a token by: 10 of its characters, 36 of its 256 bits. */
export const shownPrefix = (token: string): string => token.slice(0, 10);

const checksumOf = (secret: string): string => base62(BigInt(crc32(secret)), checksumLength);

function base62(number: bigint, length: number): string {
  let written = '';
  for (let rest = number; rest > 0n; rest /= 62n) written = digits.charAt(Number(rest % 62n)) + written;
  return written.padStart(length, '0');
}
