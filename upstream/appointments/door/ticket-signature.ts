/**
 * The signed text of a ticket's QR code: `AT1.<label|code|places>.<key id and signature>`, both in base64url. Ed25519
 * signs the part before the second dot, so that a door can check it without a network.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { keyId, signingKeys, verifierKeyOf } from '../../signing-keys';

interface Club {
  publicUrl: string;
  secrets: string[];
}

export interface SignedTicket {
  label: string;
  code: string;
  places: number;
}

const purpose = 'appointment tickets';
const version = 'AT1';

/** The name of the keys. It is the same on each host, so that tickets stay valid when the club moves. */
const keyName = 'almende/tickets';

/** Returns the public keys that verify tickets, newest first: `name+id+key`. */
export const ticketVerifierKeys = (club: Club): string[] =>
  signingKeys(club.secrets, purpose).map((key) => verifierKeyOf(keyName, key));

export function signTicket({ secrets }: Club, { label, code, places }: SignedTicket): string {
  const [key] = signingKeys(secrets, purpose) as [KeyObject];
  const text = `${version}.${Buffer.from(`${label}|${code}|${places}`).toString('base64url')}`;
  const signature = Buffer.concat([keyId(keyName, key), sign(null, Buffer.from(text), key)]);
  return `${text}.${signature.toString('base64url')}`;
}

/** Returns what the text of a QR code says, or null if no key of the club has signed it. */
export function openTicket({ secrets }: Pick<Club, 'secrets'>, payload: string): SignedTicket | null {
  const match = /^(AT1\.([\w-]{1,120}))\.([\w-]{91})$/.exec(payload);
  if (!match) return null;
  const [, text = '', content = '', signature = ''] = match;
  const bytes = Buffer.from(signature, 'base64url');
  const key = signingKeys(secrets, purpose).find((one) => keyId(keyName, one).equals(bytes.subarray(0, 4)));
  if (!key || !verify(null, Buffer.from(text), createPublicKey(key), bytes.subarray(4))) return null;
  const [label = '', code = '', places = ''] = Buffer.from(content, 'base64url').toString().split('|');
  return { label, code, places: Number(places) };
}

/** Whether a text claims to be one of a QR code. */
export const isPayload = (text: string): boolean => text.startsWith(`${version}.`);
