/** Resets a forgotten password with a mailed token that is valid once, for 60 minutes. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { reauthorizeAfter } from '../../broadcasting/broadcaster';
import { writeAudit } from '../../database/audit';
import type { Queryable, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Refused } from '../../http/problems';
import { newToken, tokenHash } from '../../keys';
import { sendMail } from '../../mail/mail';
import { type Caller, minutesAfter } from '../../members/caller';
import { setPassword } from '../../members/credentials';
import { users } from '../../members/members.tables';
import { countNetwork } from '../../members/throttles';
import { canonicalEmail, findUserByEmail, type UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { revokeApiTokensOf } from '../api-tokens/api-tokens';
import { forgetDevices } from '../devices/devices';
import { passwordChangedMail, resetPasswordMail } from '../identity.mails';
import { passwordChangedNotice } from '../identity.notices';
import { passwordResets, signInTokens, twoFactorChallenges } from '../identity.tables';
import { textsIn } from '../identity.texts';
import { checkNewPassword, hashPassword } from '../passwords/passwords';
import { endSessionsOf } from '../sessions/sessions';
import { forgiveAddress } from '../sign-in/password-attempts';

const resetMinutes = 60;

/** Mails a link with a new reset token. The previous token stops working. */
export async function mailPasswordReset(tx: Tx, deps: Deps, user: UserRow, now: Date): Promise<void> {
  await sendMail(tx, deps, {
    to: user.email,
    language: user.language,
    template: resetPasswordMail,
    data: { firstname: user.firstname, ...(await createPasswordReset(tx, deps, user, now)) },
    until: minutesAfter(now, resetMinutes),
  });
}

/** Returns the link to set a new password, and its validity in minutes. The previous link stops working. */
export async function createPasswordReset(
  tx: Tx,
  deps: Deps,
  user: Pick<UserRow, 'id' | 'email'>,
  now: Date,
): Promise<{ url: string; minutes: number }> {
  const token = newToken();
  const row = { tokenHash: tokenHash(token), createdAt: now, expiresAt: minutesAfter(now, resetMinutes), usedAt: null };
  await tx
    .insert(passwordResets)
    .values({ userId: user.id, ...row })
    .onConflictDoUpdate({ target: passwordResets.userId, set: row });
  const url = `${deps.config.publicUrl}/reset-password/${encodeURIComponent(user.email)}/${token}`;
  return { url, minutes: resetMinutes };
}

export interface PasswordReset {
  email: string;
  token: string;
  password: string;
  password_confirmation: string;
}

/**
 * Sets a new password with a mailed token. Ends all sessions and API tokens of the member, forgets all browsers, resets
 * the failures of the address, and tells the member by mail and notification. `Refused` with the same text for an
 * expired, used, unknown or foreign token. `InvalidFields` for a password that breaks the rules, after which the token
 * stays valid. `ServiceUnavailable` if the password cannot be judged.
 */
export async function resetPassword(deps: Deps, reset: PasswordReset, caller: Caller): Promise<void> {
  await countNetwork(deps.db, 'reset.network', caller);
  const email = canonicalEmail(reset.email);
  if (!(await isTokenGood(deps.db, email, reset.token, caller.now))) {
    throw new Refused(textsIn(caller.language).tokenOver);
  }
  await checkNewPassword(reset, { email }, caller.language);
  const passwordHash = await hashPassword(reset.password);
  await transaction(deps.db, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user || !(await spendToken(tx, user.id, reset.token, caller.now))) {
      throw new Refused(textsIn(caller.language).tokenOver);
    }
    await setPassword(tx, user.id, passwordHash, caller.now);
    await endSessionsOf(tx, user.id, 'password_reset', caller.now);
    await revokeApiTokensOf(tx, user.id, 'password_reset', caller.now);
    reauthorizeAfter(tx, deps.broadcaster, user.id);
    await tx.delete(signInTokens).where(eq(signInTokens.userId, user.id));
    await tx.delete(twoFactorChallenges).where(eq(twoFactorChallenges.userId, user.id));
    await forgetDevices(tx, user.id);
    await forgiveAddress(tx, deps, email);
    await writeAudit(tx, caller.now, {
      action: 'password.reset',
      actorId: user.id,
      userId: user.id,
      ip: caller.ip,
      requestId: caller.requestId,
    });
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: passwordChangedMail,
      data: { firstname: user.firstname, at: caller.now, recoverUrl: `${deps.config.publicUrl}/recover` },
    });
    await createNotification({ ...deps, db: tx }, passwordChangedNotice(user.id, caller.now));
  });
}

/** Runs before the expensive work. It is one query, with or without an account for the address. */
async function isTokenGood(db: Queryable, email: string, token: string, now: Date): Promise<boolean> {
  const found = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(users.email, email), isGood(token, now)));
  return found.length > 0;
}

async function spendToken(tx: Tx, userId: number, token: string, now: Date): Promise<boolean> {
  const spent = await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.userId, userId), isGood(token, now)))
    .returning({ userId: passwordResets.userId });
  return spent.length > 0;
}

const isGood = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));
