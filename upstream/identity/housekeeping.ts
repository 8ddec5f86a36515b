import { and, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Deps } from '../deps';
import { rateLimits } from '../http/throttle.tables';
import { minutesAfter } from '../members/caller';
import { accessTokens, authSessions, knownDevices } from '../members/sessions.tables';
import { emailChanges } from './email-change/email-change.tables';
import { ghostLinks } from './ghost/ghost.tables';
import { loginFailures, passwordResets, signInTokens, twoFactorChallenges } from './identity.tables';
import { maxConsecutiveFailures } from './sign-in/password-attempts';
import { staffTokens } from './staff/staff.tables';
import { twoFactorSetups } from './two-factor/two-factor.tables';
import { forgetCodes } from './verification/verification-code';

const day = 24 * 60;

/**
 * Deletes what no longer proves anything. Expired tokens, challenges, set-ups and resets go at once. Changes of an
 * e-mail address go after a day if unconfirmed, otherwise after 90 days. Sessions and staff tokens go 90 days after
 * their end, unused browsers after a year. Failures go after 30 quiet days, but never a full count,
 * because its deletion would allow new guesses.
 */
export async function tidyIdentity({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db.delete(accessTokens).where(lt(accessTokens.expiresAt, now));
  await db.delete(twoFactorChallenges).where(lt(twoFactorChallenges.expiresAt, now));
  await db.delete(twoFactorSetups).where(lt(twoFactorSetups.expiresAt, now));
  await db.delete(signInTokens).where(lt(signInTokens.expiresAt, now));
  await db.delete(ghostLinks).where(lt(ghostLinks.expiresAt, now));
  await db.delete(passwordResets).where(or(lt(passwordResets.expiresAt, now), isNotNull(passwordResets.usedAt)));
  await forgetCodes(db, now);
  await db.delete(authSessions).where(lt(authSessions.expiresAt, minutesAfter(now, -90 * day)));
  await db.delete(staffTokens).where(lt(staffTokens.expiresAt, minutesAfter(now, -90 * day)));
  const quiet = lt(loginFailures.lastAt, minutesAfter(now, -30 * day));
  await db.delete(loginFailures).where(and(quiet, lt(loginFailures.failures, maxConsecutiveFailures)));
  await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, minutesAfter(now, -365 * day)));
  // Unconfirmed changes hold addresses of people who may be strangers to the club. Confirmed ones let the club explain
  // a late link.
  await db
    .delete(emailChanges)
    .where(and(isNull(emailChanges.confirmedAt), lt(emailChanges.createdAt, minutesAfter(now, -day))));
  await db.delete(emailChanges).where(lt(emailChanges.confirmedAt, minutesAfter(now, -90 * day)));
  await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
}
