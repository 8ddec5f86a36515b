/** Consecutive wrong passwords for an address and for a known browser. Rules: docs/product/session.md#signing-in. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database';
import type { Deps } from '../../deps';
import { AttemptsUsedUp, TooManyAttempts } from '../../http/problems';
import { keyedHash, newestKey } from '../../keys';
import type { Caller } from '../../members/caller';
import { knownDevices } from '../../members/sessions.tables';
import type { KnownDevice } from '../devices/devices';
import { loginFailures } from '../identity.tables';
import { textsIn } from '../identity.texts';

/** After this many consecutive wrong passwords for an address, only a known browser or a mailed link can sign in. */
export const maxConsecutiveFailures = 100;
const freeFailures = 10;
const firstWaitSeconds = 30;
const longestWaitSeconds = 900;

/**
 * Counts a password attempt for the address before the password is checked, so that parallel guesses cannot all pass.
 * From the tenth consecutive failure each one doubles the wait, up to 15 minutes: `TooManyAttempts`. After the
 * hundredth, waiting does not help: `AttemptsUsedUp`. Addresses without an account behave the same.
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

/** Resets the count after a right password, a reset or a mailed link. */
export async function forgiveAddress(db: Pick<Database, 'delete'>, deps: Deps, email: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.emailHash, addressHash(deps, email)));
}

const deviceFailures = 20;

/**
 * Counts an attempt of a known browser. Returns false if its allowance is used up, so that the attempt counts as any
 * other.
 */
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
