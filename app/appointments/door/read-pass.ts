/** The signed text of a ticket's QR code, checked without a network. */
import { type Bytes, bytesOf, hexOf, isSignedBy, readKey } from '../../platform/browser/signing-key';

export interface ReadPass {
  /** The appointment. */
  label: string;
  code: string;
  places: number;
  /** What is signed. */
  text: string;
  /** The id of the key that signed it. */
  keyId: string;
  signature: Bytes;
}

const fromUrl = (text: string) => bytesOf(text.replaceAll('-', '+').replaceAll('_', '/'));

/** Parses `AT1.<label|code|places>.<key id and signature>`, both in base64url. Returns null if it is not such a text. */
export function readPass(scanned: string): ReadPass | null {
  const [, text = '', body = '', signature = ''] = /^(AT1\.([\w-]{1,120}))\.([\w-]{91})$/.exec(scanned.trim()) ?? [];
  if (!signature) return null;
  try {
    const [label = '', code = '', places = ''] = new TextDecoder().decode(fromUrl(body)).split('|');
    const bytes = fromUrl(signature);
    const signed = { text, keyId: hexOf(bytes.subarray(0, 4)), signature: bytes.slice(4) };
    return /^\d$/.test(places) ? { label, code, places: Number(places), ...signed } : null;
  } catch {
    return null;
  }
}

/** Tells whether a key of the club signed the pass. `cannot` if the browser does not know Ed25519. */
export async function isGenuine(pass: ReadPass, keys: readonly string[]): Promise<boolean | 'cannot'> {
  const key = keys.map(readKey).find((one) => one?.id === pass.keyId);
  return key ? isSignedBy(key, pass.signature, pass.text) : false;
}
