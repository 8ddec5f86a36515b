/** A new password, set by a signed-in member. */
import { eq } from 'drizzle-orm';
import { reauthorizeAfter } from '../../broadcasting/broadcaster';
import type { Verification } from '../../contract/verification';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields } from '../../http/problems';
import { sendMail } from '../../mail/mail';
import type { Caller } from '../../members/caller';
import { replacePassword } from '../../members/credentials';
import type { Member } from '../../members/member-gate';
import type { UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { revokeApiTokensOf } from '../api-tokens/api-tokens';
import { findKnownDevice, forgetDevices, type KnownDevice, touchDevice } from '../devices/devices';
import { newPasswordMail } from '../identity.mails';
import { newPasswordNotice } from '../identity.notices';
import { passwordResets, signInTokens, twoFactorChallenges } from '../identity.tables';
import { textsIn } from '../identity.texts';
import { endOtherSessions, replaceTokens, type Token } from '../sessions/sessions';
import { forgiveAddress } from '../sign-in/password-attempts';
import { countPasswordAttempt } from '../sign-in/sign-in';
import { withVerification } from '../verification/verification';
import { checkNewPassword, hashPassword, verifyPassword } from './passwords';

export interface PasswordChange extends Verification {
  /** Required for members who have a password. */
  current_password?: string | undefined;
  password: string;
  password_confirmation: string;
}

interface PasswordChanged {
  endedSessions: number;
  token: Token;
}

/**
 * Sets a new password, or the first one. Ends all other sessions, and all tokens of this session, which continues with
 * the new token. Mailed links that sign in or set a password stop working, and other browsers are no longer known.
 * Wrong current passwords count as in a sign-in: `TooManyAttempts`. `InvalidFields` at `current_password`, `password`,
 * `password_confirmation` and `verification_code`. `Conflict` with `password_changed` if another request was faster.
 * `ServiceUnavailable` if the password cannot be judged.
 * @returns the number of ended sessions, and the new token
 */
export async function changePassword(
  deps: Deps,
  member: Member,
  input: PasswordChange,
  caller: Caller,
): Promise<PasswordChanged> {
  const { user } = member;
  const device = await findKnownDevice(deps.db, deps, user.id, caller.deviceTokens);
  if (user.passwordHash) await checkCurrentPassword(deps, user, device, input.current_password ?? '', caller);
  if (user.passwordHash && input.password === input.current_password) {
    throw new InvalidFields({ password: [textsIn(caller.language).passwordSame] });
  }
  await checkNewPassword(input, user, caller.language);
  const passwordHash = await hashPassword(input.password);
  const step = { user, action: 'password.change', context: '', given: input } as const;
  return withVerification(deps, step, caller, (tx) => setPassword(tx, deps, member, passwordHash, device, caller));
}

async function checkCurrentPassword(
  deps: Deps,
  user: UserRow,
  device: KnownDevice | null,
  password: string,
  caller: Caller,
): Promise<void> {
  const texts = textsIn(caller.language);
  if (password === '') throw new InvalidFields({ current_password: [texts.currentPasswordMissing] });
  await countPasswordAttempt(deps, user.email, device, undefined, caller);
  const right = await verifyPassword(user.passwordHash, password);
  await transaction(deps.db, async (tx) => {
    if (!right) await audit(tx, 'password.change_failed', user.id, caller);
    else if (device) await touchDevice(tx, device, caller.now);
    else await forgiveAddress(tx, deps, user.email);
  });
  if (!right) throw new InvalidFields({ current_password: [texts.currentPasswordWrong] });
}

async function setPassword(
  tx: Tx,
  deps: Deps,
  member: Member,
  passwordHash: string,
  device: KnownDevice | null,
  caller: Caller,
): Promise<PasswordChanged> {
  const { user } = member;
  const { now } = caller;
  if (!(await replacePassword(tx, user, passwordHash, now)))
    throw new Conflict('password_changed', textsIn(caller.language).passwordMovedOn);
  const endedSessions = await endOtherSessions(tx, member, 'password_changed', now);
  const token = await replaceTokens(tx, member, now);
  await revokeApiTokensOf(tx, user.id, 'password_changed', now);
  reauthorizeAfter(tx, deps.broadcaster, user.id);
  await tx.delete(passwordResets).where(eq(passwordResets.userId, user.id));
  await tx.delete(signInTokens).where(eq(signInTokens.userId, user.id));
  await tx.delete(twoFactorChallenges).where(eq(twoFactorChallenges.userId, user.id));
  await forgetDevices(tx, user.id, device);
  await audit(tx, user.passwordHash ? 'password.changed' : 'password.set', user.id, caller);
  // A mail to an unconfirmed address would show a stranger the way in.
  if (user.emailVerifiedAt) {
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: newPasswordMail,
      data: { firstname: user.firstname, at: now, recoverUrl: `${deps.config.publicUrl}/recover` },
    });
  }
  await createNotification({ ...deps, db: tx }, newPasswordNotice(user.id, now));
  return { endedSessions, token };
}

const audit = (tx: Tx, action: string, userId: number, { now, ip, requestId }: Caller): Promise<void> =>
  writeAudit(tx, now, { action, actorId: userId, userId, ip, requestId });
