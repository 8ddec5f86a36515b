/** A forgotten password: a mailed token of 60 minutes that sets a new one, once. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Queryable, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { Refused } from '../http/problems';
import { sendMail } from '../mail/mail';
import { createNotification } from '../notifications/notifications';
import { reauthorizeAfter } from '../realtime/broadcaster';
import { revokeApiTokensOf } from './api-tokens/api-tokens';
import { type Caller, minutesAfter } from './caller';
import { forgetDevices } from './devices';
import { passwordChangedMail, resetPasswordMail } from './identity.mails';
import { passwordChangedNotice } from './identity.notices';
import { passwordResets, signInTokens, twoFactorChallenges, users } from './identity.tables';
import { textsIn } from './identity.texts';
import { newToken, tokenHash } from './keys';
import { canonicalEmail, findUserByEmail, type UserRow } from './members';
import { checkNewPassword, hashPassword } from './passwords';
import { endSessionsOf } from './sessions';
import { countNetwork, forgiveAddress } from './throttles';

const resetMinutes = 60;

/** Mails a link with a new reset token; the one mailed before stops working. */
export async function mailPasswordReset(tx: Tx, deps: Deps, user: UserRow, now: Date): Promise<void> {
  await sendMail(tx, deps, {
    to: user.email,
    language: user.language,
    template: resetPasswordMail,
    data: { firstname: user.firstname, ...(await createPasswordReset(tx, deps, user, now)) },
  });
}

/** The link that sets a new password, and for how many minutes it does; the one before stops working. */
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
 * Sets a new password by a mailed token, ends every session and every API token of the member, forgets every browser,
 * forgives the failures of the address, and tells the member by mail and on the pages. `Refused` with one text for a token that is expired, used, unknown or
 * somebody else's; `InvalidFields` for a password against the rules, which leaves the token good; `ServiceUnavailable`
 * when nobody can judge the password.
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
    await tx.update(users).set({ passwordHash, updatedAt: caller.now }).where(eq(users.id, user.id));
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

/** Asked before any costly work, in one query whether an account has the address or not. */
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
