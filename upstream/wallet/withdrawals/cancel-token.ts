/** The token of the mailed cancel link: 32 random bytes. Only its SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto';

export const cancelTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export function newCancelToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: cancelTokenHash(token) };
}
