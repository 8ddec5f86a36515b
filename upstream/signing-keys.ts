/** Ed25519 keys of the club, and the form in which they are published: that of signed notes (C2SP). */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { purposeKeys } from './keys';

/** Returns the keys of a purpose, newest first. A new secret adds a key, and what was signed before stays valid. */
export const signingKeys = (secrets: string[], purpose: string): KeyObject[] =>
  purposeKeys(secrets, purpose).map((seed) =>
    createPrivateKey({ key: Buffer.concat([pkcs8Ed25519, seed]), format: 'der', type: 'pkcs8' }),
  );

/** Returns the key in the form in which it is published: `name+id+key`, as in signed notes. */
export const verifierKeyOf = (name: string, key: KeyObject): string =>
  `${name}+${keyId(name, key).toString('hex')}+${Buffer.concat([ed25519, rawPublicKey(key)]).toString('base64')}`;

/** Returns the four bytes by which a signature names its key. */
export const keyId = (name: string, key: KeyObject): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ed25519).update(rawPublicKey(key)).digest().subarray(0, 4);

const rawPublicKey = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32) as Buffer;

/** The signature type of Ed25519 in a signed note. */
const ed25519 = Buffer.of(1);
/** The bytes before the 32 key bytes in the DER form of a private key (RFC 8410, 7). */
const pkcs8Ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
