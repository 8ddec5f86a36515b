/**
 * Signed heads of the log. They are checkpoints of C2SP's tlog-checkpoint in signed notes (Ed25519), so that tools for
 * transparency logs can read them.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { keyId, signingKeys, verifierKeyOf } from '../signing-keys';

export interface Head {
  size: number;
  rootHash: Buffer;
  signedAt: Date;
}

/** The signer of heads: the log's name and its keys, newest first. */
export interface Signer {
  /** Origin of the log: the club's host and `/log`. */
  name: string;
  keys: KeyObject[];
}

/** Returns the signer of a club. Its keys come from the secrets: a new secret adds a key, and old heads stay valid. */
export function signerOf(config: { publicUrl: string; secrets: string[] }): Signer {
  const keys = signingKeys(config.secrets, 'ledger log');
  return { name: `${new URL(config.publicUrl).host}/log`, keys };
}

/** Returns the head as a signed note. The line after the root hash is the time of signing. */
export function signHead({ name, keys }: Signer, { size, rootHash, signedAt }: Head): string {
  const text = `${name}\n${size}\n${rootHash.toString('base64')}\n${signedAt.toISOString()}\n`;
  const [key] = keys as [KeyObject];
  const signature = Buffer.concat([keyId(name, key), sign(null, Buffer.from(text, 'utf8'), key)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

/**
 * Returns the head of a signed note, or null if none of the signer's keys has signed it. The note may bear an earlier
 * name, because heads stay valid when the club moves to another host.
 */
export function openHead({ keys }: Pick<Signer, 'keys'>, note: string): Head | null {
  const match = /^((\S+)\n(\d{1,15})\n([A-Za-z0-9+/]{43}=)\n(\S{24})\n)\n— (\S+) ([A-Za-z0-9+/=]+)\n$/.exec(note);
  if (!match) return null;
  const [, text = '', name = '', size, root = '', signedAt = '', signedBy, signature = ''] = match;
  if (signedBy !== name) return null;
  const bytes = Buffer.from(signature, 'base64');
  const key = keys.find((one) => keyId(name, one).equals(bytes.subarray(0, 4)));
  if (!key || !verify(null, Buffer.from(text, 'utf8'), createPublicKey(key), bytes.subarray(4))) return null;
  return { size: Number(size), rootHash: Buffer.from(root, 'base64'), signedAt: new Date(signedAt) };
}

/** Returns the id of the key that is said to have signed a note, in hex. */
export const keyIdOf = (note: string): string => {
  const [, signature = ''] = /\n— \S+ ([A-Za-z0-9+/=]+)\n$/.exec(note) ?? [];
  return Buffer.from(signature, 'base64').subarray(0, 4).toString('hex');
};

/** Returns the public keys that verify the club's heads, newest first. */
export const verifierKeys = (config: { publicUrl: string; secrets: string[] }): string[] => {
  const { name, keys } = signerOf(config);
  return keys.map((key) => verifierKeyOf(name, key));
};
