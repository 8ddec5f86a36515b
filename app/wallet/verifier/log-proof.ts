/**
 * The log's hashes and signatures (RFC 9162, 2.1; C2SP signed notes), computed in the reader's browser. Nothing here
 * uses the page.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { type Bytes, bytesOf, hexOf, isSignedBy, join, type Key, textBytes } from '../../platform/browser/signing-key';

const equal = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(join(Uint8Array.of(1), left, right));
const half = (n: number) => Math.floor(n / 2);

/** Returns the leaf of an entry, from its salt in base64 and its canonical form. */
export const leafOf = (salt: string, entry: string): Uint8Array =>
  sha256(join(Uint8Array.of(0), bytesOf(salt), textBytes(entry)));

/** RFC 9162, 2.1.3.2: tells whether the path leads from the leaf to the root. */
export function leadsToRoot(index: number, leaf: Uint8Array, path: string[], { size, root }: Head): boolean {
  if (index < 0 || index >= size) return false;
  let [fn, sn, hash] = [index, size - 1, leaf];
  for (const sibling of path.map(bytesOf)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(sibling, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else hash = nodeHash(hash, sibling);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(hash, root);
}

/** RFC 9162, 2.1.4.2: tells whether the later log begins with the earlier one. */
export function beginsWith(later: Head, earlier: Head, path: string[]): boolean {
  if (earlier.size === 0 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && equal(earlier.root, later.root);
  const hashes = path.map(bytesOf);
  const isPower = Number.isInteger(Math.log2(earlier.size));
  const [first, ...rest] = isPower ? [earlier.root, ...hashes] : hashes;
  if (!first) return false;
  let [fn, sn] = [earlier.size - 1, later.size - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  let [fr, sr]: Uint8Array[] = [first, first] as [Uint8Array, Uint8Array];
  for (const sibling of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeHash(sibling, fr as Uint8Array);
      sr = nodeHash(sibling, sr as Uint8Array);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else sr = nodeHash(sr as Uint8Array, sibling);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(fr as Uint8Array, earlier.root) && equal(sr as Uint8Array, later.root);
}

export interface Head {
  name: string;
  size: number;
  root: Uint8Array;
  signedAt: string;
  /** The text that was signed. */
  text: string;
  signature: Bytes;
}

/** Parses a signed note. Returns null if it is not one. */
export function readHead(note: string): Head | null {
  const match = /^((\S+)\n(\d{1,15})\n([A-Za-z0-9+/]{43}=)\n(\S{24})\n)\n— (\S+) ([A-Za-z0-9+/]+={0,2})\s*$/.exec(note);
  if (!match) return null;
  const [, text = '', name = '', size, root = '', signedAt = '', signedBy, signature = ''] = match;
  if (signedBy !== name) return null;
  return { name, size: Number(size), root: bytesOf(root), signedAt, text, signature: bytesOf(signature) };
}

/** Returns the key that signed the head, null if none of them did, or `cannot` if the browser does not know Ed25519. */
export async function signerOf(head: Head, keys: Key[]): Promise<Key | null | 'cannot'> {
  const id = hexOf(head.signature.subarray(0, 4));
  const key = keys.find((one) => one.name === head.name && one.id === id);
  if (!key) return null;
  const isRight = await isSignedBy(key, head.signature.slice(4), head.text);
  return isRight === 'cannot' ? isRight : isRight ? key : null;
}
