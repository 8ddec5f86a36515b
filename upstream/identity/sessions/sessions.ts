/** Sessions and their bearer tokens. A login opens a session, each refresh adds a token, and it ends after 24 hours. */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, ne, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { CurrentMember } from '../../http/env';
import { Unauthenticated } from '../../http/problems';
import { newToken, tokenHash } from '../../keys';
import { type Caller, minutesAfter } from '../../members/caller';
import type { Member } from '../../members/member-gate';
import { accessTokens, authSessions } from '../../members/sessions.tables';
import { forgetPushTokens } from '../../push/push-tokens';
import { revokeStaffTokensOf } from '../staff/staff-tokens';

const tokenMinutes = 60;
const sessionMinutes = 24 * 60;

export interface Token {
  access_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
}

/**
 * Opens a session for a member, by default for 24 hours, and returns its first token.
 * @param knownDeviceId the browser, if the account knows it; revoking the session also forgets this device
 */
export async function openSession(
  tx: Tx,
  userId: number,
  deviceName: string,
  caller: Caller,
  {
    knownDeviceId = null,
    id = randomUUID(),
    minutes = sessionMinutes,
  }: { knownDeviceId?: string | null; id?: string; minutes?: number } = {},
): Promise<Token> {
  const { now, ip, userAgent } = caller;
  const session = { id, expiresAt: minutesAfter(now, minutes) };
  await tx.insert(authSessions).values({
    ...session,
    userId,
    createdAt: now,
    lastSeenAt: now,
    deviceName,
    ipAddress: ip,
    userAgent,
    knownDeviceId,
  });
  return addToken(tx, session, now);
}

/**
 * Adds a token to the member's session. Older tokens stay valid until their own expiry, so that a lost answer or a
 * parallel tab never logs the member out. No token outlives the session, and a token that has just been ended cannot be
 * refreshed.
 */
export function refreshToken(db: Database, { sessionId, tokenHash }: Member, now: Date): Promise<Token> {
  return transaction(db, async (tx) => {
    const session = await lockSession(tx, sessionId, 'share', now);
    if ((await tx.$count(accessTokens, eq(accessTokens.tokenHash, tokenHash))) === 0) throw new Unauthenticated();
    return addToken(tx, session, now);
  });
}

/** Replaces all tokens of the session with a new one. Copied tokens stop working, and the calling browser continues. */
export async function replaceTokens(tx: Tx, { sessionId }: Member, now: Date): Promise<Token> {
  const session = await lockSession(tx, sessionId, 'update', now);
  await tx.delete(accessTokens).where(eq(accessTokens.sessionId, sessionId));
  return addToken(tx, session, now);
}

/** Throws `Unauthenticated` if the session is over. */
export async function lockSession(tx: Tx, sessionId: string, strength: 'share' | 'update', now: Date) {
  const [session] = await tx
    .select({ id: authSessions.id, expiresAt: authSessions.expiresAt })
    .from(authSessions)
    .where(and(eq(authSessions.id, sessionId), isNull(authSessions.revokedAt), gt(authSessions.expiresAt, now)))
    .for(strength);
  if (!session) throw new Unauthenticated();
  return session;
}

/** Ends one session with all its tokens, and stops push messages to its phone. */
export async function endSession(tx: Tx, sessionId: string, reason: string, now: Date): Promise<void> {
  await endWhere(tx, eq(authSessions.id, sessionId), reason, now);
  await forgetPushTokens(tx, { sessionId });
}

/** Ends all sessions of a member with their tokens, push messages and staff tokens. */
export async function endSessionsOf(tx: Tx, userId: number, reason: string, now: Date): Promise<void> {
  await endWhere(tx, eq(authSessions.userId, userId), reason, now);
  await revokeStaffTokensOf(tx, userId, now);
  await forgetPushTokens(tx, { userId });
}

/** Ends the member's other sessions in the same way. Returns how many. */
export async function endOtherSessions(
  tx: Tx,
  { id, sessionId }: Pick<CurrentMember, 'id' | 'sessionId'>,
  reason: string,
  now: Date,
): Promise<number> {
  const others = and(eq(authSessions.userId, id), ne(authSessions.id, sessionId), gt(authSessions.expiresAt, now));
  const ended = await endWhere(tx, others, reason, now);
  await revokeStaffTokensOf(tx, id, now);
  await forgetPushTokens(tx, { userId: id, exceptSessionId: sessionId });
  return ended.length;
}

/** Ends those of the sessions that are not ended yet, with all their tokens. Returns the ended sessions. */
export async function endWhere(tx: Tx, which: SQL | undefined, reason: string, now: Date) {
  const { id, deviceName, knownDeviceId } = authSessions;
  return tx
    .update(authSessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(which, isNull(authSessions.revokedAt)))
    .returning({ id, deviceName, knownDeviceId });
}

async function addToken(tx: Tx, session: { id: string; expiresAt: Date }, now: Date): Promise<Token> {
  const access_token = newToken();
  const expiresAt = new Date(Math.min(minutesAfter(now, tokenMinutes).getTime(), session.expiresAt.getTime()));
  await tx
    .insert(accessTokens)
    .values({ tokenHash: tokenHash(access_token), sessionId: session.id, createdAt: now, expiresAt });
  const expires_in = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return { access_token, token_type: 'bearer', expires_in };
}
