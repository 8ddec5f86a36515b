/** The second factor of a sign-in: a challenge, answered by a TOTP or a recovery code. */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { InvalidFields } from '../../http/problems';
import { newToken, tokenHash } from '../../keys';
import { type Caller, minutesAfter } from '../../members/caller';
import { findUser, lockUser } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { isOneTimeCode, isRecoveryCode } from '../code-format';
import { twoFactorChallenges } from '../identity.tables';
import { textsIn } from '../identity.texts';
import { auditSignIn, completeSignIn, type SignInResult } from '../sign-in/complete-sign-in';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes';
import { spendTotp } from './two-factor';
import { recoveryCodeUsedNotice } from './two-factor.notices';
import { countCodeAttempt } from './two-factor-attempts';

const challengeMinutes = 5;
const challengeAttempts = 5;

export interface ChallengeAnswer {
  challenge: string;
  one_time_password?: string | undefined;
  recovery_code?: string | undefined;
}

/** Opens a challenge for the second factor, valid for 5 minutes and 5 attempts. */
export async function openChallenge(tx: Tx, userId: number, deviceName: string | undefined, now: Date) {
  const challenge = newToken();
  await tx.insert(twoFactorChallenges).values({
    tokenHash: tokenHash(challenge),
    userId,
    deviceName: deviceName ?? null,
    createdAt: now,
    expiresAt: minutesAfter(now, challengeMinutes),
  });
  const methods: ('totp' | 'recovery_code')[] = ['totp', 'recovery_code'];
  return { two_factor: true as const, challenge, methods };
}

/**
 * Completes a sign-in with its second factor. `InvalidFields` at `challenge` if it expired, was used or had five wrong
 * codes, or at `one_time_password` or `recovery_code` if that is wrong or used. What has not the form of a code uses up
 * no attempt. `TooManyAttempts` for too many guesses
 * over all challenges of a member. A known browser has its own allowance.
 */
export async function answerChallenge(deps: Deps, answer: ChallengeAnswer, caller: Caller): Promise<SignInResult> {
  const texts = textsIn(caller.language);
  const field = answer.one_time_password?.trim() ? 'one_time_password' : 'recovery_code';
  const code = (answer[field] ?? '').trim();
  if (code === '') throw new InvalidFields({ one_time_password: [texts.codeMissing] });
  if (field === 'one_time_password' ? !isOneTimeCode(code) : !isRecoveryCode(code)) {
    throw new InvalidFields({ [field]: [field === 'one_time_password' ? texts.codeForm : texts.recoveryCodeForm] });
  }
  const challenge = await reserveAttempt(deps, answer.challenge, caller.now);
  const user = challenge && (await findUser(deps.db, challenge.userId));
  if (!challenge || !user) throw new InvalidFields({ challenge: [texts.challengeOver] });
  await countCodeAttempt(deps, user, caller);
  const signedIn = await transaction(deps.db, async (tx) => {
    // A parallel change of the password also ends the challenge. Without the lock, a new session could outlive that
    // change.
    await lockUser(tx, user.id);
    const spent =
      field === 'one_time_password'
        ? spendTotp(tx, deps, user, code, caller.now)
        : spendRecoveryCode(tx, deps, user.id, code, caller.now);
    if (!(await spent)) return null;
    const closed = await tx
      .update(twoFactorChallenges)
      .set({ usedAt: caller.now })
      .where(and(eq(twoFactorChallenges.tokenHash, tokenHash(answer.challenge)), isNull(twoFactorChallenges.usedAt)))
      .returning({ userId: twoFactorChallenges.userId });
    if (closed.length === 0) throw new InvalidFields({ challenge: [texts.challengeOver] });
    if (field === 'recovery_code') {
      const left = await countRecoveryCodes(tx, user.id);
      await createNotification({ ...deps, db: tx }, recoveryCodeUsedNotice(user.id, left, caller.now));
    }
    return completeSignIn(tx, deps, user, challenge.deviceName, field, caller);
  });
  if (signedIn) return signedIn;
  await transaction(deps.db, (tx) => auditSignIn(tx, 'login.failed', user.id, caller, { by: field }));
  throw new InvalidFields({ [field]: [texts.wrongCode] });
}

/** Counts the attempt before the code is checked, so that parallel guesses cannot all pass. */
async function reserveAttempt(deps: Deps, challenge: string, now: Date) {
  const [reserved] = await deps.db
    .update(twoFactorChallenges)
    .set({ attempts: sql`${twoFactorChallenges.attempts} + 1` })
    .where(
      and(
        eq(twoFactorChallenges.tokenHash, tokenHash(challenge)),
        isNull(twoFactorChallenges.usedAt),
        gt(twoFactorChallenges.expiresAt, now),
        lt(twoFactorChallenges.attempts, challengeAttempts),
      ),
    )
    .returning({ userId: twoFactorChallenges.userId, deviceName: twoFactorChallenges.deviceName });
  return reserved ?? null;
}
