/** Signing in by password, and the question for the second factor. */
import type { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import type { TwoFactorAnswer } from '../contract/identity';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { Refused } from '../http/problems';
import type { Allowance } from '../http/throttle';
import { type Caller, networkOf } from './caller';
import { auditSignIn, completeSignIn, type SignedIn } from './complete-sign-in';
import { findKnownDevice, type KnownDevice, touchDevice } from './devices';
import { users } from './identity.tables';
import { textsIn } from './identity.texts';
import { canonicalEmail, findUserByEmail, type UserRow } from './members';
import { hashPassword, needsRehash, verifyPassword } from './passwords';
import { isVouchedFor } from './recaptcha';
import { countAttempt, countNetwork, forgiveAddress, reserveAddressAttempt, reserveDeviceAttempt } from './throttles';
import { openChallenge } from './two-factor/two-factor-challenge';

export type SignInAnswer = SignedIn | z.infer<typeof TwoFactorAnswer>;

export interface PasswordSignIn {
  email: string;
  password: string;
  recaptcha_token?: string | undefined;
  device_name?: string | undefined;
}

/**
 * Signs in by e-mail address and password, or asks for the second factor. `Refused` with one text for a wrong address
 * or password, after the same work for both; `TooManyAttempts` above the limits, whatever the password.
 */
export async function signInWithPassword(
  deps: Deps,
  input: PasswordSignIn,
  caller: Caller,
): Promise<{ answer: SignInAnswer; allowance: Allowance }> {
  const email = canonicalEmail(input.email);
  const user = await findUserByEmail(deps.db, email);
  const device = user && (await findKnownDevice(deps.db, deps, user.id, caller.deviceTokens));
  const allowance = await countPasswordAttempt(deps, email, device, input.recaptcha_token, caller);
  const right = await verifyPassword(user?.passwordHash, input.password);
  if (!user || !right) {
    await transaction(deps.db, (tx) => auditSignIn(tx, 'login.failed', user?.id ?? null, caller, { by: 'password' }));
    throw new Refused(textsIn(caller.language).wrongCredentials);
  }
  const newHash = user.passwordHash && needsRehash(user.passwordHash) ? await hashPassword(input.password) : null;
  const answer = await transaction(deps.db, async (tx) => {
    if (!(await isStillTheirs(tx, user))) throw new Refused(textsIn(caller.language).wrongCredentials);
    if (newHash) await tx.update(users).set({ passwordHash: newHash }).where(eq(users.id, user.id));
    if (device) await touchDevice(tx, device, caller.now);
    else await forgiveAddress(tx, deps, email);
    return challengeOrSignIn(tx, deps, user, input.device_name, 'password', caller);
  });
  return { answer, allowance };
}

/** Nobody has set another password since: a session that it opened would outlive those that the change ended. */
async function isStillTheirs(tx: Tx, { id, passwordHash }: UserRow): Promise<boolean> {
  const [standing] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return standing?.passwordHash === passwordHash;
}

/**
 * Counts an attempt at a password before it is looked at; `TooManyAttempts` above the limits. A known browser has its
 * own allowance: guesses made elsewhere, even in the same network, never lock it out.
 */
export async function countPasswordAttempt(
  deps: Deps,
  email: string,
  device: KnownDevice | null,
  recaptchaToken: string | undefined,
  caller: Caller,
): Promise<Allowance> {
  if (device) {
    const allowance = await countAttempt(deps.db, 'login.device', device.id);
    if (await reserveDeviceAttempt(deps.db, device)) return allowance;
  }
  const strict = deps.config.recaptcha && !(await isVouchedFor(deps, recaptchaToken, caller));
  await countNetwork(deps.db, strict ? 'login.network.strict' : 'login.network', caller);
  const allowance = await countAttempt(deps.db, 'login.address', `${email} ${networkOf(caller.ip)}`);
  await reserveAddressAttempt(deps, email, caller);
  return allowance;
}

/** Asks for the second factor where the member has one, else completes the sign-in. */
export async function challengeOrSignIn(
  tx: Tx,
  deps: Deps,
  user: UserRow,
  givenName: string | undefined,
  by: string,
  caller: Caller,
): Promise<SignInAnswer> {
  if (await hasTwoFactor(tx, user.id)) return openChallenge(tx, user.id, givenName, caller.now);
  return completeSignIn(tx, deps, user, givenName, by, caller);
}

/** As it stands once whoever is just switching it on is done, who then ends the sessions that were opened before. */
async function hasTwoFactor(tx: Tx, userId: number): Promise<boolean> {
  const [user] = await tx
    .select({ since: users.google2faEnabledAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('share');
  return user?.since != null;
}
