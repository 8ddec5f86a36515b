/**
 * Signed heads of the log: checkpoints of C2SP's tlog-checkpoint, as signed notes (Ed25519), so that tools for
 * transparency logs read them.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { purposeKeys } from '../identity/identity';

export interface Head {
  size: number;
  rootHash: Buffer;
  signedAt: Date;
}

/** Who signs: the log's name and its keys, the newest first. */
export interface Signer {
  /** Origin of the log: host of the club and `/log`. */
  name: string;
  keys: KeyObject[];
}

/** The signer of a club. Keys are derived from its secrets; a new secret means a new key, and heads of the old one stay good. */
export function signerOf(config: { publicUrl: string; secrets: string[] }): Signer {
  const keys = purposeKeys(config.secrets, 'ledger log').map((seed) =>
    createPrivateKey({ key: Buffer.concat([pkcs8Ed25519, seed]), format: 'der', type: 'pkcs8' }),
  );
  return { name: `${new URL(config.publicUrl).host}/log`, keys };
}

/** The head as a signed note. The line behind the root is the time of signing. */
export function signHead({ name, keys }: Signer, { size, rootHash, signedAt }: Head): string {
  const text = `${name}\n${size}\n${rootHash.toString('base64')}\n${signedAt.toISOString()}\n`;
  const [key] = keys as [KeyObject];
  const signature = Buffer.concat([keyId(name, key), sign(null, Buffer.from(text, 'utf8'), key)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

/**
 * The head of a signed note, or null where no key of the signer has signed it. The name may be an earlier one: a club may
 * move to another host, and its heads stay good.
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

/** The keys that the club's heads are checked by, the newest first. */
export const verifierKeys = (config: { publicUrl: string; secrets: string[] }): string[] => {
  const { name, keys } = signerOf(config);
  return keys.map((key) => verifierKeyOf(name, key));
};

/** How others are told a key: `name+id+key`, as signed notes write it. */
const verifierKeyOf = (name: string, key: KeyObject): string =>
  `${name}+${keyId(name, key).toString('hex')}+${Buffer.concat([ed25519, rawPublicKey(key)]).toString('base64')}`;

const keyId = (name: string, key: KeyObject): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ed25519).update(rawPublicKey(key)).digest().subarray(0, 4);

const rawPublicKey = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32) as Buffer;

/** The kind of key in a signed note. */
const ed25519 = Buffer.of(1);
/** Everything of the DER of a private key before its 32 bytes (RFC 8410, 7). */
const pkcs8Ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
