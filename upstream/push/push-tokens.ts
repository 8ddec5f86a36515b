/** The push tokens of members' phones: storing, listing and forgetting them. */
import { z } from '@hono/zod-openapi';
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Database, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { CurrentMember, Env, Language } from '../http/env';
import { NotFound, Unauthenticated } from '../http/problems';
import { deviceNameIn } from '../members/device-names';
import { authSessions } from '../members/sessions.tables';
import { pushTokens } from './push.tables';

type Registration = Pick<Env['Variables'], 'now' | 'ip' | 'requestId'>;

/** How many phones a member may have. A member who registers more keeps the latest. */
const maxTokens = 20;

/**
 * Stores the token for the member, or records that it was seen again. A token belongs to a phone, and a phone shows one
 * member's messages. So a token that another member registers moves to that member.
 * @throws Unauthenticated if the session ends meanwhile
 */
export async function registerPushToken(
  db: Database,
  token: string,
  { id: userId, sessionId }: CurrentMember,
  { now, ip, requestId }: Registration,
): Promise<void> {
  await transaction(db, async (tx) => {
    await holdSession(tx, sessionId);
    const [known] = await tx
      .select({ userId: pushTokens.userId })
      .from(pushTokens)
      .where(eq(pushTokens.token, token))
      .for('update');
    await tx
      .insert(pushTokens)
      .values({ token, userId, sessionId, createdAt: now, lastSeenAt: now })
      .onConflictDoUpdate({ target: pushTokens.token, set: { userId, sessionId, lastSeenAt: now } });
    if (known?.userId === userId) return;
    await forgetOldest(tx, userId, token);
    const entry = { actorId: userId, ip, requestId };
    if (known) await writeAudit(tx, now, { ...entry, action: 'push_token_taken_over', userId: known.userId });
    await writeAudit(tx, now, { ...entry, action: 'push_token_registered', userId });
  });
}

/**
 * Locks the session. A concurrent logout waits and then finds the token to forget.
 * @throws Unauthenticated if the session has already ended
 */
async function holdSession(tx: Tx, sessionId: string): Promise<void> {
  const [session] = await tx
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(and(eq(authSessions.id, sessionId), isNull(authSessions.revokedAt)))
    .for('share');
  if (!session) throw new Unauthenticated();
}

async function forgetOldest(tx: Tx, userId: number, registered: string): Promise<void> {
  const oldest = tx
    .select({ token: pushTokens.token })
    .from(pushTokens)
    .where(and(eq(pushTokens.userId, userId), ne(pushTokens.token, registered)))
    .orderBy(desc(pushTokens.lastSeenAt), desc(pushTokens.token))
    .offset(maxTokens - 1);
  await tx.delete(pushTokens).where(inArray(pushTokens.token, oldest));
}

/** Returns the member's phones, last seen first, with the device that registered each, worded in the language. */
export async function listPushTokens(db: Database, { id: userId, sessionId }: CurrentMember, language: Language) {
  const rows = await db
    .select({ token: pushTokens, name: authSessions.deviceName })
    .from(pushTokens)
    .innerJoin(authSessions, eq(authSessions.id, pushTokens.sessionId))
    .where(eq(pushTokens.userId, userId))
    .orderBy(desc(pushTokens.lastSeenAt), pushTokens.id);
  return rows.map(({ token, name }) => ({
    id: token.id,
    device_name: deviceNameIn(name, language),
    registered_at: token.createdAt.toISOString(),
    last_seen_at: token.lastSeenAt.toISOString(),
    is_current: token.sessionId === sessionId,
  }));
}

/** Forgets one phone. @throws NotFound if it is not the member's */
export async function removePushToken(
  db: Database,
  id: string,
  { id: userId }: CurrentMember,
  { now, ip, requestId }: Registration,
): Promise<void> {
  if (!z.uuid().safeParse(id).success) throw new NotFound();
  await transaction(db, async (tx) => {
    const own = and(eq(pushTokens.id, id), eq(pushTokens.userId, userId));
    const removed = await tx.delete(pushTokens).where(own).returning({ id: pushTokens.id });
    if (removed.length === 0) throw new NotFound();
    await writeAudit(tx, now, { action: 'push_token_removed', actorId: userId, userId, ip, requestId });
  });
}

/**
 * Forgets the phones of a session, or of all sessions of a member except one. After a logout, a lock, or a new password
 * because a phone is lost, no phone may go on showing messages. A session that merely expires keeps its phones.
 */
export async function forgetPushTokens(
  tx: Tx,
  of: { sessionId: string } | { userId: number; exceptSessionId?: string },
): Promise<void> {
  await tx.delete(pushTokens).where('userId' in of ? ofMember(of) : eq(pushTokens.sessionId, of.sessionId));
}

const ofMember = ({ userId, exceptSessionId }: { userId: number; exceptSessionId?: string }) =>
  and(eq(pushTokens.userId, userId), exceptSessionId ? ne(pushTokens.sessionId, exceptSessionId) : undefined);
