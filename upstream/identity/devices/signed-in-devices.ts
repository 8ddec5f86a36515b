/** The devices on which a member is signed in, and how to sign them out. */
import { z } from '@hono/zod-openapi';
import { and, desc, eq, getTableColumns, gt, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { reauthorizeAfter } from '../../broadcasting/broadcaster';
import { writeAudit } from '../../database/audit';
import type { Database, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { CurrentMember, Env, Language } from '../../http/env';
import { countTotal } from '../../http/paginator';
import { NotFound } from '../../http/problems';
import { deviceNameIn } from '../../members/device-names';
import { authSessions, ghostSessions, knownDevices } from '../../members/sessions.tables';
import { lockUser } from '../../members/users';
import { forgetPushTokens } from '../../push/push-tokens';
import { endSession, endWhere, lockSession } from '../sessions/sessions';

type DeviceDeps = Pick<Deps, 'db' | 'broadcaster'>;
type Request = Pick<Env['Variables'], 'now' | 'ip' | 'requestId'>;

const isOpen = (now: Date) => and(isNull(authSessions.revokedAt), gt(authSessions.expiresAt, now));

/**
 * Returns one page of the member's open sessions: the calling session, then the others, latest seen first. Excludes
 * staff in ghost mode, who have their own list.
 */
export async function listDevices(
  db: Database,
  member: CurrentMember,
  { page, perPage, now, language }: { page: number; perPage: number; now: Date; language: Language },
) {
  const { id, createdAt, lastSeenAt } = authSessions;
  const ghosts = db.select({ id: ghostSessions.id }).from(ghostSessions).where(eq(ghostSessions.userId, member.id));
  const open = and(eq(authSessions.userId, member.id), isOpen(now), notInArray(id, ghosts));
  const total = sql<number>`(select count(*)::int from ${authSessions} where ${open})`;
  const rows = await db
    .select({ ...getTableColumns(authSessions), total })
    .from(authSessions)
    .where(open)
    .orderBy(desc(sql`${id} = ${member.sessionId}`), desc(lastSeenAt), desc(createdAt), id)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const data = rows.map((row) => ({
    id: row.id,
    name: deviceNameIn(row.deviceName, language),
    ip_address: row.ipAddress,
    first_seen_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    is_current: row.id === member.sessionId,
  }));
  return { data, total: await countTotal(rows, page, () => db.$count(authSessions, open)) };
}

/** Ends the member's session with all its tokens. */
export async function logOut(deps: DeviceDeps, member: CurrentMember, request: Request): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await endSession(tx, member.sessionId, 'logout', request.now);
    reauthorizeAfter(tx, deps.broadcaster, member.id);
    await audit(tx, member, request, 'logout');
  });
}

/**
 * Signs out one of the member's devices: ends its session with all its tokens, stops its push messages, and forgets its
 * browser. The calling device is only logged out and stays known.
 * @throws NotFound if it is not an open session of the member
 */
export async function revokeDevice(
  deps: DeviceDeps,
  member: CurrentMember,
  id: string,
  request: Request,
): Promise<void> {
  if (!z.uuid().safeParse(id).success) throw new NotFound();
  if (id.toLowerCase() === member.sessionId) return logOut(deps, member, request);
  await transaction(deps.db, async (tx) => {
    const ended = await endOthers(tx, member, request, eq(authSessions.id, id));
    if (ended.length === 0) throw new NotFound();
    await forgetPushTokens(tx, { sessionId: id });
    const browsers = ended.flatMap(({ knownDeviceId }) => knownDeviceId ?? []);
    await forgetBrowsers(tx, member, browsers);
    reauthorizeAfter(tx, deps.broadcaster, member.id);
  });
}

/**
 * Signs out all devices except the calling one. Also forgets the account's other browsers and phones without an open
 * session. Returns the number of ended sessions.
 */
export function revokeOtherDevices(deps: DeviceDeps, member: CurrentMember, request: Request): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const ended = await endOthers(tx, member, request);
    await forgetPushTokens(tx, { userId: member.id, exceptSessionId: member.sessionId });
    await forgetBrowsers(tx, member);
    reauthorizeAfter(tx, deps.broadcaster, member.id);
    return ended.length;
  });
}

/**
 * Ends the given open sessions of the member except the calling one, and writes each to the audit log. The lock makes
 * parallel calls run one after the other. Without it they could deadlock, because forgetting a browser changes all its
 * sessions. If two sessions end each other, the session that gets the lock first stays.
 * @throws Unauthenticated if the calling session has ended meanwhile
 */
async function endOthers(tx: Tx, member: CurrentMember, request: Request, which?: SQL) {
  await lockUser(tx, member.id);
  await lockSession(tx, member.sessionId, 'share', request.now);
  const { id, userId, expiresAt } = authSessions;
  const others = and(eq(userId, member.id), ne(id, member.sessionId), gt(expiresAt, request.now), which);
  const ended = await endWhere(tx, others, 'revoked', request.now);
  for (const session of ended) {
    await audit(tx, member, request, 'session_revoked', { session: session.id });
  }
  return ended;
}

/** Forgets the account's browsers, or those with the given ids, but never the calling browser. */
async function forgetBrowsers(tx: Tx, member: CurrentMember, ids?: string[]): Promise<void> {
  const [own] = await tx
    .select({ id: authSessions.knownDeviceId })
    .from(authSessions)
    .where(eq(authSessions.id, member.sessionId));
  const isOther = own?.id ? ne(knownDevices.id, own.id) : undefined;
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, member.id), isOther, ids && inArray(knownDevices.id, ids)));
}

const audit = (
  tx: Tx,
  member: CurrentMember,
  { now, ip, requestId }: Request,
  action: string,
  detail?: Record<string, unknown>,
) =>
  writeAudit(tx, now, {
    action,
    actorId: member.ghost?.actorId ?? member.id,
    userId: member.id,
    ip,
    requestId,
    detail,
  });
