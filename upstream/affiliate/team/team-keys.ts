/** Keys by which a member names somebody in the own line. They tell no number of a member, and nobody else can use them. */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { purposeKeys } from '../../keys';

const ivBytes = 12;
const tagBytes = 12;
const idBytes = 4;

/**
 * Returns the key of a member for a viewer: always the same, so that links stay. Its nonce is a keyed hash of what it
 * encrypts, so no nonce serves two members.
 */
export function teamKey(secrets: string[], viewerId: number, memberId: number): string {
  const [secret, nonceSecret] = [keysOf(secrets)[0] as Buffer, nonceKeysOf(secrets)[0] as Buffer];
  const iv = createHmac('sha256', nonceSecret).update(pairOf(viewerId, memberId)).digest().subarray(0, ivBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, iv, { authTagLength: tagBytes }).setAAD(idOf(viewerId));
  const sealed = Buffer.concat([cipher.update(idOf(memberId)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Returns the member whom a key names for this viewer, or null. */
export function readTeamKey(secrets: string[], viewerId: number, key: string): number | null {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== ivBytes + tagBytes + idBytes) return null;
  for (const secret of keysOf(secrets)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(idOf(viewerId))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).readUInt32BE(0);
    } catch {
      // The key is of another secret, or of another viewer, or it was changed.
    }
  }
  return null;
}

const keysOf = (secrets: string[]) => purposeKeys(secrets, 'affiliate-team');
const nonceKeysOf = (secrets: string[]) => purposeKeys(secrets, 'affiliate-team nonce');

const pairOf = (viewerId: number, memberId: number) => Buffer.concat([idOf(viewerId), idOf(memberId)]);

function idOf(id: number): Buffer {
  const bytes = Buffer.alloc(idBytes);
  bytes.writeUInt32BE(id);
  return bytes;
}
