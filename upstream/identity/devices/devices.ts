/** Known devices: browsers that have signed in to an account before. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { keyedHash, newestKey, newToken, purposeKeys, tokenHash, verifyKeyedHash } from '../../keys';
import { knownDevices } from '../../members/sessions.tables';

export interface KnownDevice {
  id: string;
  /** The caller's token that proves the device. */
  token: string;
}

const purpose = 'device-token';
const bound = (nonce: string, userId: number) => `${nonce} ${userId}`;

/**
 * Returns the known device that one of the tokens proves for this member, or null. A token is a random nonce and an
 * HMAC that binds it to the member. Forged tokens, and those of other members, therefore never reach the database.
 */
export async function findKnownDevice(
  db: Queryable,
  deps: Deps,
  userId: number,
  deviceTokens: string[],
): Promise<KnownDevice | null> {
  const keys = purposeKeys(deps.config.secrets, purpose);
  for (const token of deviceTokens) {
    const [nonce, mac] = token.split('.');
    if (!nonce || !mac || !verifyKeyedHash(keys, bound(nonce, userId), mac)) continue;
    const [device] = await db
      .select({ id: knownDevices.id })
      .from(knownDevices)
      .where(and(eq(knownDevices.tokenHash, tokenHash(token)), eq(knownDevices.userId, userId)));
    if (device) return { ...device, token };
  }
  return null;
}

/** Limit for each account. A client without cookies would add a device with each sign-in. */
const maxKnownDevices = 20;

/** Adds this browser to the account's known devices. Above the limit, the longest unseen device goes. */
export async function rememberDevice(tx: Tx, deps: Deps, userId: number, now: Date): Promise<KnownDevice> {
  const nonce = newToken();
  const id = randomUUID();
  const token = `${nonce}.${keyedHash(newestKey(deps.config.secrets, purpose), bound(nonce, userId))}`;
  const unseen = tx
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastSeenAt), desc(knownDevices.id))
    .offset(maxKnownDevices - 1);
  await tx.delete(knownDevices).where(inArray(knownDevices.id, unseen));
  await tx.insert(knownDevices).values({ id, userId, tokenHash: tokenHash(token), createdAt: now, lastSeenAt: now });
  return { id, token };
}

/** Records a sign-in from a known device and resets its failures. Returns false if the device is no longer known. */
export async function touchDevice(tx: Tx, device: KnownDevice, now: Date): Promise<boolean> {
  const touched = await tx
    .update(knownDevices)
    .set({ lastSeenAt: now, failures: 0 })
    .where(eq(knownDevices.id, device.id))
    .returning({ id: knownDevices.id });
  return touched.length > 0;
}

/**
 * Forgets all devices except the one that set a new password or second factor, because others may belong to somebody
 * who knew the old password. Forgotten devices lose their own allowance.
 */
export async function forgetDevices(tx: Tx, userId: number, except?: KnownDevice | null): Promise<void> {
  const others = except ? ne(knownDevices.id, except.id) : undefined;
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others));
}
