/** Signs in by password, or asks for the second factor. */
import type { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import type { TwoFactorAnswer } from '../../contract/identity';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Refused } from '../../http/problems';
import type { Allowance } from '../../http/throttle';
import { type Caller, networkOf } from '../../members/caller';
import { rehashPassword } from '../../members/credentials';
import { users } from '../../members/members.tables';
import { countAttempt, countNetwork } from '../../members/throttles';
import { canonicalEmail, findUserByEmail, type UserRow } from '../../members/users';
import { findKnownDevice, type KnownDevice, touchDevice } from '../devices/devices';
import { textsIn } from '../identity.texts';
import { hashPassword, needsRehash, verifyPassword } from '../passwords/passwords';
import { openChallenge } from '../two-factor/two-factor-challenge';
import { auditSignIn, completeSignIn, type SignInResult } from './complete-sign-in';
import { forgiveAddress, reserveAddressAttempt, reserveDeviceAttempt } from './password-attempts';
import { isVouchedFor } from './recaptcha';

export type SignInAnswer = SignInResult | z.infer<typeof TwoFactorAnswer>;

export interface PasswordSignIn {
  email: string;
  password: string;
  recaptcha_token?: string | undefined;
  device_name?: string | undefined;
}

/**
 * Signs in by e-mail address and password, or asks for the second factor. `Refused` with the same text for a wrong
 * address or password, after the same work. `TooManyAttempts` above the limits, whatever the password.
 */
export async function signInWithPassword(
  deps: Deps,
  input: PasswordSignIn,
  caller: Caller,
): Promise<{ answer: SignInAnswer; allowance: Allowance }> {
  const { user, device, allowance } = await provePassword(deps, input, caller);
  const newHash = user.passwordHash && needsRehash(user.passwordHash) ? await hashPassword(input.password) : null;
  const answer = await transaction(deps.db, async (tx) => {
    if (!(await isStillTheirs(tx, user))) throw new Refused(textsIn(caller.language).wrongCredentials);
    if (newHash) await rehashPassword(tx, user.id, newHash);
    if (device) await touchDevice(tx, device, caller.now);
    else await forgiveAddress(tx, deps, user.email);
    return challengeOrSignIn(tx, deps, user, input.device_name, 'password', caller);
  });
  return { answer, allowance };
}

/** Counts the attempt, then returns the member if the password is right. Throws like `signInWithPassword`. */
export async function provePassword(
  deps: Deps,
  input: PasswordSignIn,
  caller: Caller,
): Promise<{ user: UserRow; device: KnownDevice | null; allowance: Allowance }> {
  const email = canonicalEmail(input.email);
  const user = await findUserByEmail(deps.db, email);
  const device = user && (await findKnownDevice(deps.db, deps, user.id, caller.deviceTokens));
  const allowance = await countPasswordAttempt(deps, email, device, input.recaptcha_token, caller);
  const right = await verifyPassword(user?.passwordHash, input.password);
  if (user && right) return { user, device, allowance };
  await transaction(deps.db, (tx) => auditSignIn(tx, 'login.failed', user?.id ?? null, caller, { by: 'password' }));
  throw new Refused(textsIn(caller.language).wrongCredentials);
}

/** Checks that the password is unchanged. Otherwise the new session would outlive those that the change ended. */
export async function isStillTheirs(tx: Tx, { id, passwordHash }: UserRow): Promise<boolean> {
  const [standing] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return standing?.passwordHash === passwordHash;
}

/**
 * Counts a password attempt before the password is checked. `TooManyAttempts` above the limits. A known browser has its
 * own allowance, so that guesses from elsewhere, even from the same network, never lock it out.
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

/** Asks for the second factor if the member has one, otherwise completes the sign-in. */
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

/** Waits for a transaction that is just enabling the second factor. That one ends all sessions opened before. */
async function hasTwoFactor(tx: Tx, userId: number): Promise<boolean> {
  const [user] = await tx
    .select({ since: users.google2faEnabledAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('share');
  return user?.since != null;
}
