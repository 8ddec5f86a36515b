/** Public keys of the club as it shows them (C2SP signed notes), and what they signed, checked in the reader's browser. */
import { sha256 } from '@noble/hashes/sha2.js';

export type Bytes = Uint8Array<ArrayBuffer>;

export const join = (...parts: Uint8Array[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

export const bytesOf = (base64: string): Bytes => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
export const textBytes = (text: string): Bytes => join(new TextEncoder().encode(text));
export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export interface Key {
  name: string;
  id: string;
  bytes: Bytes;
  /** Name, id and key, as `/log` shows them. The id alone is so short that an attacker can make another key with it. */
  text: string;
}

/** Parses a key as `name+id+key`. Returns null if the id does not belong to the key. */
export function readKey(text: string): Key | null {
  const [name = '', id = '', ...rest] = text.trim().split('+');
  if (!/^[0-9a-f]{8}$/.test(id) || !/^[A-Za-z0-9+/]{44}$/.test(rest.join('+'))) return null;
  const typed = bytesOf(rest.join('+'));
  const found = sha256(join(textBytes(`${name}\n`), typed)).subarray(0, 4);
  return typed[0] === 1 && typed.length === 33 && hexOf(found) === id
    ? { name, id, bytes: typed.slice(1), text: text.trim() }
    : null;
}

/** Tells whether the key signed the text. `cannot` if the browser does not know Ed25519. */
export async function isSignedBy(key: Key, signature: Bytes, text: string): Promise<boolean | 'cannot'> {
  try {
    const imported = await crypto.subtle.importKey('raw', key.bytes, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', imported, signature, textBytes(text));
  } catch {
    return 'cannot';
  }
}
