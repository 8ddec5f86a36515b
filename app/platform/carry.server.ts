import { env } from './env.server';
import { createSealer } from './sealing.server';

/**
 * Carries what was typed through one more page: sealed (encrypted) in a hidden field, for 30 minutes, bound to the
 * member and the path. Passwords, codes and files are never carried. Rule: product/session.md, "Lock, unlock, expiry".
 */
export interface Carried {
  /** Where the form was posted to. */
  path: string;
  userId: number | null;
  fields: [name: string, value: string][];
}

/** The hidden field that holds it. */
export const CARRY = 'carry';

const LIFETIME_MS = 30 * 60 * 1000;
/** Passwords, one-time and recovery codes, and what belongs to one page only. */
const NEVER =
  /password|one_time|recovery_code|verification_code|^(csrf|carry|language|form_started|website|intent_lock)$/;

const sealer = () => createSealer(env().sessionSecrets, 'carry v1');

/** null when nothing is left to carry. */
export function sealForm(form: FormData, path: string, userId: number | null, now: number): string | null {
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isCarried(entry[0]),
  );
  if (fields.length === 0) return null;
  return sealer().seal(JSON.stringify({ path, userId, fields, until: now + LIFETIME_MS }));
}

const isCarried = (name: string) => !NEVER.test(name);

/** null for what is too old, was sealed for another member, or was tampered with. */
export function openForm(sealed: unknown, userId: number | null, now: number): Carried | null {
  const text = typeof sealed === 'string' ? sealer().open(sealed) : null;
  if (text === null) return null;
  const { until, ...carried } = JSON.parse(text) as Carried & { until: number };
  return now < until && carried.userId === userId ? carried : null;
}
