/** Sessions and their bearer tokens. A login opens a session; each refresh adds a token to it; 24 hours end it. */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Context, MiddlewareHandler } from 'hono';
import type { Database, Tx } from '../database/database';
import { prepared } from '../database/prepared';
import type { Deps } from '../deps';
import type { CurrentMember, Env } from '../http/env';
import { Unauthenticated } from '../http/problems';
import { forgetPushTokens } from '../push/push-tokens';
import { type Caller, minutesAfter } from './caller';
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
}

/** Opens a session of 24 hours for a member and returns its first token. */
export async function openSession(tx: Tx, userId: number, deviceName: string, caller: Caller): Promise<Token> {
  const { now, ip, userAgent } = caller;
  const session = { id: randomUUID(), expiresAt: minutesAfter(now, sessionMinutes) };
  await tx
    .insert(authSessions)
    .values({ ...session, userId, createdAt: now, lastSeenAt: now, deviceName, ipAddress: ip, userAgent });
  return addToken(tx, session, now);
}

/**
 * A new token in the member's session. The tokens before it stay good until their own expiry, so that a lost answer or
 * a parallel tab never logs a member out. No token outlives the session.
 */
export async function refreshToken(db: Database, member: CurrentMember, now: Date): Promise<Token> {
  const [session] = await db
    .select({ id: authSessions.id, expiresAt: authSessions.expiresAt })
    .from(authSessions)
    .where(and(eq(authSessions.id, member.sessionId), isNull(authSessions.revokedAt), gt(authSessions.expiresAt, now)));
  if (!session) throw new Unauthenticated();
  return addToken(db, session, now);
}

/** Ends one session with all its tokens, and no push message reaches the phone that it was on. */
export async function endSession(tx: Tx, sessionId: string, reason: string, now: Date): Promise<void> {
  await tx
    .update(authSessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(authSessions.id, sessionId), isNull(authSessions.revokedAt)));
  await forgetPushTokens(tx, { sessionId });
}

/** Ends every session of a member, in the same way. */
export async function endSessionsOf(tx: Tx, userId: number, reason: string, now: Date): Promise<void> {
  await tx
    .update(authSessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(authSessions.userId, userId), isNull(authSessions.revokedAt)));
  await forgetPushTokens(tx, { userId });
}

/**
 * Lets only requests with a good bearer token pass and puts the member in the context; 401 for all others, and 403 for
 * what has to wait until the member has agreed to new terms.
 */
function requireMember(deps: Deps, call: Call): MiddlewareHandler<Env> {
  return async (c, next) => {
    const token = /^Bearer ([\x21-\x7e]{20,200})$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const member = token ? await memberFor(c, deps.db, token) : null;
    if (!member) throw new Unauthenticated();
    await requireAcceptedTerms(deps.db, call, member.id, c);
    c.set('member', member);
    await next();
  };
}

/** What the token of a browser's request showed, for the reads that are made for it side by side. */
const seen = new WeakMap<Env['Bindings'], { token: string; member: Promise<Member | null> }>();

/** A read takes what an earlier read of the same request found; after a write that may be history. */
function memberFor({ env, req, var: { ip, now } }: Context<Env>, db: Database, token: string): Promise<Member | null> {
  const known = seen.get(env);
  if (req.method === 'GET' && known?.token === token) return known.member;
  const member = authenticate(db, token, ip, now);
  if (req.method === 'GET') seen.set(env, { token, member });
  else seen.delete(env);
  return member;
}

/** The member that `requireMember` let pass. */
export function memberOf(c: Context<Env>): Member {
  const { member } = c.var;
  if (!member || !('user' in member)) throw new Unauthenticated();
  return member as Member;
}

interface Call {
  method: string;
  path: string;
}

/** A route of the contract that only members may call. */
export const forMember = <R extends Call>(deps: Deps, route: R): R & { middleware: MiddlewareHandler<Env> } => ({
  ...route,
  middleware: requireMember(deps, route),
});

/** One query from token to session to member; the session's last sight is noted at most once a minute. */
async function authenticate(db: Database, token: string, ip: string | null, now: Date): Promise<Member | null> {
  const [found] = await findByToken(db).execute({ hash: tokenHash(token), now: now.toISOString() });
  if (!found) return null;
  const { user, sessionId } = found;
  const aMinuteAgo = minutesAfter(now, -1);
  if (found.lastSeenAt <= aMinuteAgo) {
    await db
      .update(authSessions)
      .set({ lastSeenAt: now, ipAddress: ip })
      .where(and(eq(authSessions.id, sessionId), lte(authSessions.lastSeenAt, aMinuteAgo)));
  }
  return { id: user.id, sessionId, permissions: user.permissions, user, firstline: found.firstline };
}

/** Every call of a member begins with it, so each connection plans it once. */
const findByToken = prepared((db) =>
  db
    .select({ user: users, sessionId: authSessions.id, lastSeenAt: authSessions.lastSeenAt, firstline })
    .from(accessTokens)
    .innerJoin(authSessions, eq(authSessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, authSessions.userId))
    .where(
      and(
        eq(accessTokens.tokenHash, sql.placeholder('hash')),
        gt(accessTokens.expiresAt, sql.placeholder('now')),
        isNull(authSessions.revokedAt),
        gt(authSessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('member_by_token'),
);

async function addToken(db: Database | Tx, session: { id: string; expiresAt: Date }, now: Date): Promise<Token> {
  const access_token = newToken();
  const expiresAt = new Date(Math.min(minutesAfter(now, tokenMinutes).getTime(), session.expiresAt.getTime()));
  await db
    .insert(accessTokens)
    .values({ tokenHash: tokenHash(access_token), sessionId: session.id, createdAt: now, expiresAt });
  const expires_in = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return { access_token, token_type: 'bearer', expires_in };
}
