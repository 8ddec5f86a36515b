/** Which attempts are counted, by which key, and up to which limit. Rules: docs/product/session.md#signing-in. */
import { type WriteKind, writeLimits } from '../contract/write-limits';
import type { Database } from '../database/database';
import { TooManyAttempts } from '../http/problems';
import { type Allowance, createThrottle, type Throttle } from '../http/throttle';
import { type Caller, networkOf } from './caller';

const minute = 60;
const hour = 60 * minute;

/** Attempts and seconds. `strict` limits apply if reCAPTCHA is configured and did not vouch for the caller. */
const limits = {
  'login.network': [30, minute],
  'login.network.strict': [10, minute],
  'login.address': [5, minute],
  'login.device': [5, minute],
  'register.attempt': [60, hour],
  'register.network': [20, hour],
  'register.network.strict': [5, hour],
  'recover.network': [20, hour],
  'recover.network.strict': [5, hour],
  'mail.minute': [1, minute],
  'mail.hour': [5, hour],
  'reset.network': [20, 10 * minute],
  'token.network': [30, minute],
  'verify.network': [60, minute],
  'two-factor.member': [10, 15 * minute],
  'two-factor.member.day': [50, 24 * hour],
  'two-factor.device': [10, 15 * minute],
  'two-factor.device.day': [50, 24 * hour],
  'two-factor.setup': [10, 15 * minute],
  'two-factor.setup.day': [30, 24 * hour],
  'verification.minute': [1, minute],
  'verification.hour': [5, hour],
  'verification.totp': [10, 15 * minute],
  'verification.totp.day': [50, 24 * hour],
  'present-password.member': [10, 15 * minute],
  'present-password.member.day': [50, 24 * hour],
  'refresh.session': [30, minute],
  'click.network': [120, minute],
  // Counts each call with a body before the body is read. The limits above count what the body asks for.
  'guest.network': [300, minute],
  'api-token.minute': [60, minute],
} satisfies Record<string, [points: number, seconds: number]>;

export type LimitName = keyof typeof limits | `write.${WriteKind}.${'minute' | 'day'}`;

function limitOf(name: LimitName): readonly [points: number, seconds: number] {
  if (!name.startsWith('write.')) return limits[name as keyof typeof limits];
  const [, kind, span] = name.split('.') as ['write', WriteKind, 'minute' | 'day'];
  return [writeLimits[kind][span], span === 'minute' ? minute : 24 * hour];
}

const throttles = new WeakMap<Database, Map<LimitName, Throttle>>();

/** Counts an attempt and returns what is left. Throws `TooManyAttempts` above the limit. */
export const countAttempt = (db: Database, limit: LimitName, key: string): Promise<Allowance> =>
  throttleOf(db, limit).hit(key);

/** Counts an attempt of the caller's network. */
export const countNetwork = (db: Database, limit: LimitName, caller: Caller): Promise<Allowance> =>
  countAttempt(db, limit, networkOf(caller.ip));

/** Counts an attempt and returns whether it is within the limit, for answers that must not reveal it. */
export async function isWithin(db: Database, limit: LimitName, key: string): Promise<boolean> {
  try {
    await countAttempt(db, limit, key);
    return true;
  } catch (error) {
    if (error instanceof TooManyAttempts) return false;
    throw error;
  }
}

/**
 * Counts a mail of this kind and returns whether it may go to the address: one in 60 seconds, five in an hour. Counts
 * addresses without an account as well.
 */
export const mayMail = async (db: Database, kind: string, email: string): Promise<boolean> =>
  (await isWithin(db, 'mail.minute', `${kind} ${email}`)) && (await isWithin(db, 'mail.hour', `${kind} ${email}`));

function throttleOf(db: Database, limit: LimitName): Throttle {
  const ofDatabase = throttles.get(db) ?? new Map<LimitName, Throttle>();
  throttles.set(db, ofDatabase);
  const [points, seconds] = limitOf(limit);
  const throttle = ofDatabase.get(limit) ?? createThrottle(db, limit, points, seconds);
  ofDatabase.set(limit, throttle);
  return throttle;
}
