import { env } from './env.server';
import { createSealer } from './sealing.server';

/**
 * A carried form. It passes one more page, sealed (encrypted) in a hidden field, for 30 minutes, bound to the member
 * and the path. Passwords, codes and files are never carried. Rule: docs/product/session.md#lock-unlock-expiry.
 */
export interface Carried {
  /** The path to which the form was posted. */
  path: string;
  userId: number | null;
  fields: [name: string, value: string][];
}

/** Name of the hidden field. */
export const CARRY = 'carry';

const LIFETIME_MS = 30 * 60 * 1000;
/** Passwords, one-time and recovery codes, and fields that belong to one page only. */
const NEVER =
  /password|one_time|recovery_code|verification_code|^(csrf|carry|language|form_started|website|intent_lock)$/;

const sealer = () => createSealer(env().sessionSecrets, 'carry v1');

/** Returns null if no field can be carried. */
export function sealForm(form: FormData, path: string, userId: number | null, now: number): string | null {
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isCarried(entry[0]),
  );
  if (fields.length === 0) return null;
  return sealer().seal(JSON.stringify({ path, userId, fields, until: now + LIFETIME_MS }));
}

const isCarried = (name: string) => !NEVER.test(name);

/** Returns null for a form that is too old, was sealed for another member, or was tampered with. */
export function openForm(sealed: unknown, userId: number | null, now: number): Carried | null {
  const text = typeof sealed === 'string' ? sealer().open(sealed) : null;
  if (text === null) return null;
  const { until, ...carried } = JSON.parse(text) as Carried & { until: number };
  return now < until && carried.userId === userId ? carried : null;
}
