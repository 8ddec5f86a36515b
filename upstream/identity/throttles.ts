/** Which attempts are counted, by what, and how many are let through. Rules: product/session.md. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import type { Deps } from '../deps';
import { AttemptsUsedUp, TooManyAttempts } from '../http/problems';
import { type Allowance, createThrottle, type Throttle } from '../http/throttle';
import { type Caller, networkOf } from './caller';
import type { KnownDevice } from './devices';
import { knownDevices, loginFailures } from './identity.tables';
import { textsIn } from './identity.texts';
import { keyedHash, newestKey } from './keys';

const minute = 60;
const hour = 60 * minute;

/** Attempts and seconds. `strict` limits hold where reCAPTCHA is configured and vouched for nobody. */
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
  'api-token.minute': [60, minute],
} satisfies Record<string, [points: number, seconds: number]>;

export type LimitName = keyof typeof limits;

const throttles = new WeakMap<Database, Map<LimitName, Throttle>>();

/** Counts an attempt and says what is left; throws `TooManyAttempts` above the limit. */
export const countAttempt = (db: Database, limit: LimitName, key: string): Promise<Allowance> =>
  throttleOf(db, limit).hit(key);

/** Counts an attempt of the caller's network. */
export const countNetwork = (db: Database, limit: LimitName, caller: Caller): Promise<Allowance> =>
  countAttempt(db, limit, networkOf(caller.ip));

/** Counts an attempt and says whether it is within the limit, for answers that must not tell. */
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
 * True when one more mail of this kind may go to the address: one in 60 seconds, five in an hour. Counted whether an
 * account has the address or not.
 */
export const mayMail = async (db: Database, kind: string, email: string): Promise<boolean> =>
  (await isWithin(db, 'mail.minute', `${kind} ${email}`)) && (await isWithin(db, 'mail.hour', `${kind} ${email}`));

/** Consecutive wrong passwords for one address after which only a known browser or a mailed link opens it. */
export const maxConsecutiveFailures = 100;
const freeFailures = 10;
const firstWaitSeconds = 30;
const longestWaitSeconds = 900;

/**
 * Counts a password attempt against the address before the password is looked at, so that parallel guesses cannot pass
 * together. From the tenth failure in a row each one doubles the wait, up to 15 minutes: `TooManyAttempts`. After the
 * hundredth no waiting helps: `AttemptsUsedUp`. The same for addresses that no account has.
 */
export async function reserveAddressAttempt(deps: Deps, email: string, { now, language }: Caller): Promise<void> {
  const emailHash = addressHash(deps, email);
  const at = sql`${now.toISOString()}::timestamptz`;
  const next = sql`${loginFailures.failures} + 1`;
  const wait = sql`case when ${next} < ${freeFailures} then 0
    else least(${firstWaitSeconds} * power(2, least(${next} - ${freeFailures}, 10)), ${longestWaitSeconds}) end`;
  const reserved = await deps.db
    .insert(loginFailures)
    .values({ emailHash, failures: 1, lastAt: now, waitUntil: now })
    .onConflictDoUpdate({
      target: loginFailures.emailHash,
      set: { failures: next, lastAt: now, waitUntil: sql`${at} + ${wait} * interval '1 second'` },
      setWhere: and(sql`${loginFailures.failures} < ${maxConsecutiveFailures}`, lte(loginFailures.waitUntil, now)),
    })
    .returning({ failures: loginFailures.failures });
  if (reserved.length > 0) return;
  const [standing] = await deps.db.select().from(loginFailures).where(eq(loginFailures.emailHash, emailHash));
  if (standing && standing.failures >= maxConsecutiveFailures) {
    throw new AttemptsUsedUp(maxConsecutiveFailures, 'email', textsIn(language).attemptsUsedUp);
  }
  throw new TooManyAttempts(maxConsecutiveFailures, standing?.waitUntil ?? now, now);
}

/** After a right password, a reset or a mailed link the count starts anew. */
export async function forgiveAddress(db: Pick<Database, 'delete'>, deps: Deps, email: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.emailHash, addressHash(deps, email)));
}

const deviceFailures = 20;

/** Counts an attempt of a known browser; false when its own allowance is used up and it counts as any other. */
export async function reserveDeviceAttempt(db: Database, device: KnownDevice): Promise<boolean> {
  const reserved = await db
    .update(knownDevices)
    .set({ failures: sql`${knownDevices.failures} + 1` })
    .where(and(eq(knownDevices.id, device.id), sql`${knownDevices.failures} < ${deviceFailures}`))
    .returning({ id: knownDevices.id });
  return reserved.length > 0;
}

const addressHash = (deps: Deps, email: string): string =>
  keyedHash(newestKey(deps.config.secrets, 'login-failures'), email);

function throttleOf(db: Database, limit: LimitName): Throttle {
  const ofDatabase = throttles.get(db) ?? new Map<LimitName, Throttle>();
  throttles.set(db, ofDatabase);
  const [points, seconds] = limits[limit];
  const throttle = ofDatabase.get(limit) ?? createThrottle(db, limit, points, seconds);
  ofDatabase.set(limit, throttle);
  return throttle;
}
