/** Keys by which a member names somebody in the own line. They tell no number of a member, and nobody else can use them. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { purposeKeys } from '../../keys';

const keysOf = (secrets: string[]) => purposeKeys(secrets, 'affiliate-team');

/** Returns the key of a member for a viewer: always the same, so that links stay. */
export function teamKey(secrets: string[], viewerId: number, memberId: number): string {
  // One block, which holds both ids and zeros, so each key is used for a permutation of blocks.
  const block = Buffer.alloc(16);
  block.writeUInt32BE(viewerId, 0);
  block.writeUInt32BE(memberId, 4);
  const cipher = createCipheriv('aes-256-ecb', keysOf(secrets)[0] as Buffer, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
}

/** Returns the member whom a key names for this viewer, or null. */
export function readTeamKey(secrets: string[], viewerId: number, key: string): number | null {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== 16) return null;
  for (const secret of keysOf(secrets)) {
    const decipher = createDecipheriv('aes-256-ecb', secret, null).setAutoPadding(false);
    const block = Buffer.concat([decipher.update(bytes), decipher.final()]);
    if (block.readUInt32BE(0) === viewerId && block.readBigUInt64BE(8) === 0n) return block.readUInt32BE(4);
  }
  return null;
}
