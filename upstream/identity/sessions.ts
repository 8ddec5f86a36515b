/** Sessions and their bearer tokens. A login opens a session; each refresh adds a token to it; 24 hours end it. */
import { randomUUID } from 'node:crypto';
import type { RouteConfig } from '@hono/zod-openapi';
import { and, eq, gt, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context, MiddlewareHandler } from 'hono';
import type { Database, Tx } from '../database/database';
import { prepared } from '../database/prepared';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { CurrentMember, Env, GhostMode } from '../http/env';
import { Unauthenticated } from '../http/problems';
import { forgetPushTokens } from '../push/push-tokens';
import { type ApiTokenHolder, admitApiToken } from './api-tokens/admission';
import { isApiToken } from './api-tokens/token-format';
import { type Caller, minutesAfter } from './caller';
import { ghostSessions } from './ghost/ghost.tables';
import { passGhost } from './ghost/ghost-gate';
import { accessTokens, authSessions, users } from './identity.tables';
import { newToken, tokenHash } from './keys';
import { firstline, type UserRow } from './members';
import { requireAcceptedTerms } from './terms-gate';

const tokenMinutes = 60;
const sessionMinutes = 24 * 60;

export interface Token {
  access_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
}

/** The member of an authenticated request, with what the one query found. */
export interface Member extends CurrentMember {
  user: UserRow;
  firstline: number;
  /** Of the token that the request came with. */
  tokenHash: string;
}

/**
 * Opens a session of 24 hours, unless less is wanted, for a member and returns its first token.
 * @param knownDeviceId the browser, where it is known to the account: whoever revokes the session forgets it as well
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
 * A new token in the member's session. The tokens before it stay good until their own expiry, so that a lost answer or
 * a parallel tab never logs a member out. No token outlives the session, and one that is just being ended has no heir.
 */
export function refreshToken(db: Database, { sessionId, tokenHash }: Member, now: Date): Promise<Token> {
  return transaction(db, async (tx) => {
    const session = await lockSession(tx, sessionId, 'share', now);
    if ((await tx.$count(accessTokens, eq(accessTokens.tokenHash, tokenHash))) === 0) throw new Unauthenticated();
    return addToken(tx, session, now);
  });
}

/** A new token in place of every one of the session: whoever copied one is out, and the browser that acts goes on. */
export async function replaceTokens(tx: Tx, { sessionId }: Member, now: Date): Promise<Token> {
  const session = await lockSession(tx, sessionId, 'update', now);
  await tx.delete(accessTokens).where(eq(accessTokens.sessionId, sessionId));
  return addToken(tx, session, now);
}

/** `Unauthenticated` where it is over by now. */
async function lockSession(tx: Tx, sessionId: string, strength: 'share' | 'update', now: Date) {
  const [session] = await tx
    .select({ id: authSessions.id, expiresAt: authSessions.expiresAt })
    .from(authSessions)
    .where(and(eq(authSessions.id, sessionId), isNull(authSessions.revokedAt), gt(authSessions.expiresAt, now)))
    .for(strength);
  if (!session) throw new Unauthenticated();
  return session;
}

/** Ends one session with all its tokens, and no push message reaches the phone that it was on. */
export async function endSession(tx: Tx, sessionId: string, reason: string, now: Date): Promise<void> {
  await endWhere(tx, eq(authSessions.id, sessionId), reason, now);
  await forgetPushTokens(tx, { sessionId });
}

/** Ends every session of a member, in the same way. */
export async function endSessionsOf(tx: Tx, userId: number, reason: string, now: Date): Promise<void> {
  await endWhere(tx, eq(authSessions.userId, userId), reason, now);
  await forgetPushTokens(tx, { userId });
}

/** Ends every session of the member but the one that acts, in the same way. Returns how many. */
export async function endOtherSessions(
  tx: Tx,
  { id, sessionId }: Pick<CurrentMember, 'id' | 'sessionId'>,
  reason: string,
  now: Date,
): Promise<number> {
  const others = and(eq(authSessions.userId, id), ne(authSessions.id, sessionId), gt(authSessions.expiresAt, now));
  const ended = await endWhere(tx, others, reason, now);
  await forgetPushTokens(tx, { userId: id, exceptSessionId: sessionId });
  return ended.length;
}

/** Ends the sessions that are meant and are not ended yet, with all their tokens. Returns which. */
export async function endWhere(tx: Tx, which: SQL | undefined, reason: string, now: Date) {
  const { id, deviceName, knownDeviceId } = authSessions;
  return tx
    .update(authSessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(which, isNull(authSessions.revokedAt)))
    .returning({ id, deviceName, knownDeviceId });
}

/**
 * Lets only requests with a good bearer token pass and puts the member in the context; 401 for all others, and 403 for
 * what has to wait until the member has agreed to new terms, or is not for staff in ghost mode.
 */
function requireMember(deps: Deps, call: Call): MiddlewareHandler<Env> {
  return async (c, next) => {
    const token = bearerOf(c);
    if (!token) throw new Unauthenticated();
    const member = isApiToken(token) ? await admitApiToken(deps, call, token, c) : await memberFor(c, deps.db, token);
    if (!member) throw new Unauthenticated();
    // Staff cannot agree for a member; what they may do does not depend on it.
    if ('ghost' in member && member.ghost) await passGhost(deps.db, c, member);
    else await requireAcceptedTerms(deps.db, call, member.id, c);
    c.set('member', member);
    await next();
  };
}

/** Staff in ghost mode are watched in the calls that anybody may make, too. */
export const watchGhosts =
  (deps: Deps): MiddlewareHandler<Env> =>
  async (c, next) => {
    const token = bearerOf(c);
    const member = token && !isApiToken(token) ? await memberFor(c, deps.db, token) : null;
    if (member?.ghost) await passGhost(deps.db, c, member);
    await next();
  };

const bearerOf = (c: Context<Env>): string | undefined =>
  /^Bearer ([\x21-\x7e]{20,200})$/i.exec(c.req.header('authorization') ?? '')?.[1];

/** What a token showed: in one call, or in the reads that are made side by side for one request of a browser. */
const seen = new WeakMap<Env['Bindings'] | Context<Env>, { token: string; member: Promise<Member | null> }>();

/** A read takes what an earlier read of the same request found; after a write that may be history. */
function memberFor(c: Context<Env>, db: Database, token: string): Promise<Member | null> {
  const { env, req } = c;
  const scope = req.method === 'GET' ? env : c;
  const known = seen.get(scope);
  if (known?.token === token) return known.member;
  const member = authenticate(db, token, c.var.ip, c.var.now);
  if (scope === c) seen.delete(env);
  seen.set(scope, { token, member });
  return member;
}

/** The member that `requireMember` let pass, in their session. */
export function memberOf(c: Context<Env>): Member {
  const holder = holderOf(c);
  if (!('sessionId' in holder)) throw new Unauthenticated();
  return holder;
}

/** The same for a call that an ability opens: the member in a session, or behind an API token. */
export function holderOf(c: Context<Env>): Member | ApiTokenHolder {
  const { member } = c.var;
  if (!member || !('user' in member)) throw new Unauthenticated();
  return member as Member | ApiTokenHolder;
}

type Call = Pick<RouteConfig, 'method' | 'path' | 'security'>;

/** A route of the contract that only members may call. */
export const forMember = <R extends Call>(deps: Deps, route: R): R & { middleware: MiddlewareHandler<Env> } => ({
  ...route,
  middleware: requireMember(deps, route),
});

/** One query from token to session to member; the session's last sight is noted at most once a minute. */
async function authenticate(db: Database, token: string, ip: string | null, now: Date): Promise<Member | null> {
  const hash = tokenHash(token);
  const [found] = await findByToken(db).execute({ hash, now: now.toISOString() });
  if (!found) return null;
  const { user, sessionId } = found;
  const aMinuteAgo = minutesAfter(now, -1);
  if (found.lastSeenAt <= aMinuteAgo) {
    await db
      .update(authSessions)
      .set({ lastSeenAt: now, ipAddress: ip })
      .where(and(eq(authSessions.id, sessionId), lte(authSessions.lastSeenAt, aMinuteAgo)));
  }
  const ghost = ghostOf(found);
  if (ghost === 'over') return null;
  const { firstline } = found;
  return { id: user.id, sessionId, permissions: user.permissions, user, firstline, tokenHash: hash, ghost };
}

/** Whoever lost the right to be here is here no longer. */
function ghostOf({ ghost, staff }: Pick<Found, 'ghost' | 'staff'>): GhostMode | 'over' | undefined {
  if (!ghost) return undefined;
  if (!staff?.permissions.includes('ghost.enter')) return 'over';
  const { actorId, actorName, reason, expiresAt } = ghost;
  const readOnly = ghost.readOnly || !staff.permissions.includes('ghost.write');
  return { actorId, actorName, reason, expiresAt, readOnly };
}

type Found = Awaited<ReturnType<ReturnType<typeof findByToken>['execute']>>[number];

const staff = alias(users, 'staff');

/** Every call of a member begins with it, so each connection plans it once. */
const findByToken = prepared((db) =>
  db
    .select({
      user: users,
      sessionId: authSessions.id,
      lastSeenAt: authSessions.lastSeenAt,
      firstline,
      ghost: ghostSessions,
      staff: { permissions: staff.permissions },
    })
    .from(accessTokens)
    .innerJoin(authSessions, eq(authSessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, authSessions.userId))
    .leftJoin(ghostSessions, eq(ghostSessions.id, authSessions.id))
    .leftJoin(staff, eq(staff.id, ghostSessions.actorId))
    .where(
      and(
        eq(accessTokens.tokenHash, sql.placeholder('hash')),
        gt(accessTokens.expiresAt, sql.placeholder('now')),
        isNull(authSessions.revokedAt),
        gt(authSessions.expiresAt, sql.placeholder('now')),
        // A sign-in that was under way while the account went.
        isNull(users.deletedAt),
      ),
    )
    .prepare('member_by_token'),
);

async function addToken(tx: Tx, session: { id: string; expiresAt: Date }, now: Date): Promise<Token> {
  const access_token = newToken();
  const expiresAt = new Date(Math.min(minutesAfter(now, tokenMinutes).getTime(), session.expiresAt.getTime()));
  await tx
    .insert(accessTokens)
    .values({ tokenHash: tokenHash(access_token), sessionId: session.id, createdAt: now, expiresAt });
  const expires_in = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return { access_token, token_type: 'bearer', expires_in };
}
