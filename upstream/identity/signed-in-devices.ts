/** Where a member is signed in, and the ways to end that. */
import { z } from '@hono/zod-openapi';
import { and, desc, eq, gt, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Database, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { CurrentMember, Env } from '../http/env';
import { NotFound } from '../http/problems';
import { forgetPushTokens } from '../push/push-tokens';
import { reauthorizeAfter } from '../realtime/broadcaster';
import { ghostSessions } from './ghost/ghost.tables';
import { authSessions, knownDevices } from './identity.tables';
import { endSession, endWhere } from './sessions';

type Means = Pick<Deps, 'db' | 'broadcaster'>;
type Request = Pick<Env['Variables'], 'now' | 'ip' | 'requestId'>;

const isOpen = (now: Date) => and(isNull(authSessions.revokedAt), gt(authSessions.expiresAt, now));

/**
 * One page of the open sessions of a member: the one that asks, then the others, seen latest first. Staff in ghost mode
 * stand in a list of their own.
 */
export async function listDevices(
  db: Database,
  member: CurrentMember,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
) {
  const { id, createdAt, lastSeenAt } = authSessions;
  const ghosts = db.select({ id: ghostSessions.id }).from(ghostSessions).where(eq(ghostSessions.userId, member.id));
  const open = and(eq(authSessions.userId, member.id), isOpen(now), notInArray(id, ghosts));
  const rows = await db
    .select()
    .from(authSessions)
    .where(open)
    .orderBy(desc(sql`${id} = ${member.sessionId}`), desc(lastSeenAt), desc(createdAt), id)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const data = rows.map((row) => ({
    id: row.id,
    name: row.deviceName,
    ip_address: row.ipAddress,
    first_seen_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    is_current: row.id === member.sessionId,
  }));
  return { data, total: await db.$count(authSessions, open) };
}

/** Ends the member's session with all its tokens. */
export async function logOut(deps: Means, member: CurrentMember, request: Request): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await endSession(tx, member.sessionId, 'logout', request.now);
    reauthorizeAfter(tx, deps.broadcaster, member.id);
    await audit(tx, member, request, 'logout');
  });
}

/**
 * Signs one of the member's devices out: its session ends with all its tokens, no push message reaches it, and its
 * browser is a stranger to the account. The member's own one is logged out, and stays known.
 * @throws NotFound for what is no open session of theirs
 */
export async function revokeDevice(deps: Means, member: CurrentMember, id: string, request: Request): Promise<void> {
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
 * The same with every device but the one that asks, and with what is left of earlier ones: browsers that the account
 * knows and phones that get push messages. Answers how many were signed in.
 */
export function revokeOtherDevices(deps: Means, member: CurrentMember, request: Request): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const ended = await endOthers(tx, member, request);
    await forgetPushTokens(tx, { userId: member.id, exceptSessionId: member.sessionId });
    await forgetBrowsers(tx, member);
    reauthorizeAfter(tx, deps.broadcaster, member.id);
    return ended.length;
  });
}

/** Ends the open sessions of the member that are meant, never their own, and names each in the audit log. */
async function endOthers(tx: Tx, member: CurrentMember, request: Request, which?: SQL) {
  const { id, userId, expiresAt } = authSessions;
  const others = and(eq(userId, member.id), ne(id, member.sessionId), gt(expiresAt, request.now), which);
  const ended = await endWhere(tx, others, 'revoked', request.now);
  for (const session of ended) {
    await audit(tx, member, request, 'session_revoked', { session: session.id });
  }
  return ended;
}

/** All browsers that the account knows, or only some; never the one that the member acts from. */
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
