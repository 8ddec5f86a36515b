/** The checks that the verifier page makes of a receipt. */
import type { ProofFile } from '../../../upstream/contract/receipts';
import { type Key, readKey } from '../../platform/browser/signing-key';
import { beginsWith, type Head, leadsToRoot, leafOf, readHead, signerOf } from './log-proof';

export type CheckName = 'file' | 'words' | 'path' | 'signature' | 'key' | 'later';
export interface Check {
  name: CheckName;
  /** `not`: could not be checked, or there was nothing to check. */
  result: 'right' | 'wrong' | 'not';
  /** Key of the text that says why. */
  why?: 'none_given' | 'no_ed25519' | 'no_head' | 'other_key';
}

export type Booking = ProofFile['bookings'][number];
export interface Verdict {
  checks: Check[];
  bookings: Booking[];
  head: Head | null;
  /** The key that signed the head. */
  key: string | null;
}

const marker = '{"format":"almende-proof-1"';

/** Returns the proof in a receipt of any kind: PDF, file or text of an e-mail. Null if there is none. */
export function findProof(text: string): ProofFile | null {
  const start = text.indexOf(marker);
  const candidates = start < 0 ? [text] : [text.slice(start), text.slice(start).replace(/[\r\n]/g, '')];
  for (const candidate of candidates) {
    try {
      const value: unknown = JSON.parse(candidate.slice(0, endOf(candidate)));
      if (isProofFile(value)) return value;
    } catch {
      // The next candidate may be the proof.
    }
  }
  return null;
}

/** Returns the position after the bracket that closes the first one. Brackets in strings do not count. */
function endOf(text: string): number {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at++;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function isProofFile(value: unknown): value is ProofFile {
  const file = value as ProofFile;
  const isText = (...all: unknown[]) => all.every((one) => typeof one === 'string');
  return (
    file?.format === 'almende-proof-1' &&
    isText(file.head, file.club) &&
    Array.isArray(file.verifier_keys) &&
    isText(...file.verifier_keys) &&
    Array.isArray(file.bookings) &&
    file.bookings.length > 0 &&
    file.bookings.every(
      ({ index, salt, entry, path, account, amount, currency, booked_at, transaction_label }) =>
        Number.isSafeInteger(index) &&
        isText(salt, entry, account, amount, currency, booked_at, transaction_label) &&
        Array.isArray(path) &&
        isText(...path),
    )
  );
}

/** What the reader adds to the receipt: their own key, and a later head with the hashes that lead to it. */
export interface Given {
  key: string;
  later: string;
}

/** Makes every check of a receipt, also after a failed one, so that the verdict names each fault. */
export async function check(file: ProofFile, given: Given): Promise<Verdict> {
  const head = readHead(file.head);
  const keys = keysIn(file.verifier_keys.join(' '));
  const signer = head && (await signerOf(head, keys));
  const key = signer && signer !== 'cannot' ? signer.text : null;
  const checks: Check[] = [
    { name: 'words', result: file.bookings.every(agrees) ? 'right' : 'wrong' },
    { name: 'path', result: head && file.bookings.every((one) => stands(one, head)) ? 'right' : 'wrong' },
    signer === 'cannot'
      ? { name: 'signature', result: 'not', why: 'no_ed25519' }
      : { name: 'signature', result: signer ? 'right' : 'wrong' },
    checkKey(signer, given.key),
    // A reader who brings a key trusts no other key.
    await checkLater(head, given.later, given.key.trim() ? keysIn(given.key) : keys),
  ];
  return { checks, bookings: file.bookings, head, key };
}

/** Tells whether the words of the receipt match its entry. */
function agrees({ account, amount, currency, booked_at, entry }: Booking): boolean {
  try {
    const { booked_at: at, postings } = JSON.parse(entry) as { booked_at: string; postings: Posting[] };
    return (
      at === booked_at &&
      postings.some((one) => one.account === account && one.amount === amount && one.currency === currency)
    );
  } catch {
    return false;
  }
}
interface Posting {
  account: string;
  amount: string;
  currency: string;
}

function stands({ index, salt, entry, path }: Booking, head: Head): boolean {
  try {
    return leadsToRoot(index, leafOf(salt, entry), path, head);
  } catch {
    return false;
  }
}

/** Checks that one of the reader's own keys signed the head. The keys that the receipt names do not count. */
function checkKey(signer: Key | 'cannot' | null, typed: string): Check {
  if (!typed.trim()) return { name: 'key', result: 'not', why: 'none_given' };
  if (signer === 'cannot') return { name: 'key', result: 'not', why: 'no_ed25519' };
  const isSame = signer !== null && keysIn(typed).some(({ text }) => text === signer.text);
  return isSame ? { name: 'key', result: 'right' } : { name: 'key', result: 'wrong', why: 'other_key' };
}

const keysIn = (text: string): Key[] =>
  text
    .split(/\s+/)
    .map(readKey)
    .filter((key) => key !== null);

/** Checks the later head and the hashes, as `/log` shows them or as the call `wallet/log/consistency` answers them. */
async function checkLater(head: Head | null, typed: string, keys: Key[]): Promise<Check> {
  if (!typed.trim()) return { name: 'later', result: 'not', why: 'none_given' };
  const { note, path } = readLater(typed);
  const later = readHead(note);
  if (!head || !later) return { name: 'later', result: 'wrong', why: 'no_head' };
  const signer = await signerOf(later, keys);
  if (signer === 'cannot') return { name: 'later', result: 'not', why: 'no_ed25519' };
  try {
    return { name: 'later', result: signer && beginsWith(later, head, path) ? 'right' : 'wrong' };
  } catch {
    return { name: 'later', result: 'wrong' };
  }
}

function readLater(typed: string): { note: string; path: string[] } {
  try {
    const { to, path } = JSON.parse(typed) as { to: { note: string }; path: string[] };
    return { note: to.note, path };
  } catch {
    const text = typed.replace(/\r/g, '').trim();
    const [note = ''] = /^[\s\S]*?\n\n— \S+ \S+/.exec(text) ?? [];
    return { note, path: text.slice(note.length).match(/[A-Za-z0-9+/]{43}=/g) ?? [] };
  }
}
