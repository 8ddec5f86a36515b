/** The second factor of a sign-in: a challenge that a TOTP or a recovery code answers. */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { InvalidFields } from '../../http/problems';
import { createNotification } from '../../notifications/notifications';
import { type Caller, minutesAfter } from '../caller';
import { auditSignIn, completeSignIn, type SignedIn } from '../complete-sign-in';
import { twoFactorChallenges } from '../identity.tables';
import { textsIn } from '../identity.texts';
import { newToken, tokenHash } from '../keys';
import { findUser, lockUser } from '../members';
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

/** Asks for the second factor: a challenge of 5 minutes and 5 attempts. */
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
 * Completes a sign-in by its second factor. `InvalidFields` at `challenge` when it expired, was used or had five wrong
 * codes; at `one_time_password` or `recovery_code` when that is wrong or used. `TooManyAttempts` for a member whose
 * codes are being guessed over many challenges; a known browser has its own allowance.
 */
export async function answerChallenge(deps: Deps, answer: ChallengeAnswer, caller: Caller): Promise<SignedIn> {
  const texts = textsIn(caller.language);
  const field = answer.one_time_password?.trim() ? 'one_time_password' : 'recovery_code';
  const code = (answer[field] ?? '').trim();
  if (code === '') throw new InvalidFields({ one_time_password: [texts.codeMissing] });
  const challenge = await reserveAttempt(deps, answer.challenge, caller.now);
  const user = challenge && (await findUser(deps.db, challenge.userId));
  if (!challenge || !user) throw new InvalidFields({ challenge: [texts.challengeOver] });
  await countCodeAttempt(deps, user, caller);
  const signedIn = await transaction(deps.db, async (tx) => {
    // Whoever is just setting another password ends the challenge too; a session opened meanwhile would outlive it.
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

/** Counted before the code is looked at, so that parallel guesses cannot pass together. */
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
