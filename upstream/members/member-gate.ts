/** Finds the member of a call by its bearer token and decides whether the call may go on. */
import { createHash } from 'node:crypto';
import type { RouteConfig } from '@hono/zod-openapi';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context, MiddlewareHandler } from 'hono';
import type { Database, Queryable } from '../database/database';
import { prepared } from '../database/prepared';
import type { Deps } from '../deps';
import type { CurrentMember, Env, GhostMode, MemberChecks, TokenHolder } from '../http/env';
import { Unauthenticated } from '../http/problems';
import { tokenHash } from '../keys';
import { bearerOf, isApiToken } from './bearer';
import { minutesAfter } from './caller';
import { users } from './members.tables';
import { accessTokens, authSessions, ghostSessions } from './sessions.tables';
import { firstline, type UserRow } from './users';
import { countWrite } from './write-limits';

/** The member of an authenticated request, with the results of the one query. */
export interface Member extends CurrentMember {
  user: UserRow;
  firstline: number;
  /** Whether terms wait for the member's consent. */
  hasTermUpdates: boolean;
  notifications: { unread_count: number; read_count: number };
  tickets?: { unread_count: number; unread_ticket_id: number | null; waiting_count: number };
  chat?: { unread_count: number; unread_message_conversation_id: string | null };
  news?: { unread_count: number };
  /** Hash of the token that the request came with. */
  tokenHash: string;
  /** When the session was good. It may have ended between then and the time of the request. */
  seenAt: Date;
}

/** The member whose API token makes the call, with the results of the one query. */
export interface ApiTokenHolder extends TokenHolder {
  user: UserRow;
  firstline: number;
}

/**
 * Lets only requests with a valid bearer token pass and puts the member in the context. Answers 401 to all others.
 * Answers 403 if the call has to wait until the member agrees to new terms, or is forbidden to staff in ghost mode.
 */
function requireMember(deps: Deps, call: Call): MiddlewareHandler<Env> {
  return async (c, next) => {
    const checks = checksOf(c);
    const member = await admit(c, deps, call);
    // Staff cannot agree to terms for a member, so ghost mode does not depend on the agreement.
    if ('ghost' in member && member.ghost) await checks.passGhost(c, member);
    else await checks.requireAcceptedTerms(call, member, c);
    const ghostId = 'ghost' in member ? member.ghost?.actorId : undefined;
    await countWrite(deps.db, call, { memberId: member.id, ghostId }, c);
    c.set('member', member);
    await next();
    // A call beside this write can have looked before it was done.
    if (!isRead(c)) forgetSeen(c);
  };
}

/**
 * Returns the member of a call by its session, or behind its API token. A call that takes long asks again at its end.
 * @throws Unauthenticated; for API tokens also what `admitApiToken` throws
 */
export async function admit(
  c: Context<Env>,
  { db }: Pick<Deps, 'db'>,
  call: Pick<Call, 'security'>,
): Promise<CurrentMember | TokenHolder> {
  const token = bearerOf(c);
  if (!token) throw new Unauthenticated();
  const member = isApiToken(token) ? await checksOf(c).admitApiToken(call, token, c) : await memberFor(c, db, token);
  if (!member) throw new Unauthenticated();
  return member;
}

function checksOf(c: Context<Env>): MemberChecks {
  const checks = c.get('checks');
  if (!checks) throw new Error('No checks are in place: see createApi.');
  return checks;
}

/** Returns the member whose session the call comes with, or null. The call need not require a session. */
export async function findMember(c: Context<Env>, { db }: Pick<Deps, 'db'>): Promise<Member | null> {
  const token = bearerOf(c);
  return token && !isApiToken(token) ? memberFor(c, db, token) : null;
}

interface Seen {
  token: string;
  at: Date;
  member: Promise<Member | null>;
}

/** The member of a token, kept for one call, and for the other calls that serve the same request of a browser. */
const seen = new WeakMap<Env['Bindings'] | Context<Env>, Seen>();

/** A write goes by what is at most this old. The session may end while a body arrives, or while a page is made. */
const freshMs = 1000;

/**
 * Reuses what an earlier call of the same request found. After a write that may be out of date, so a write takes it
 * along: the next call looks again.
 */
function memberFor(c: Context<Env>, db: Database, token: string): Promise<Member | null> {
  const { env } = c;
  const now = c.get('now');
  const known = seen.get(c) ?? seen.get(env);
  const isFresh = known && (isRead(c) || now.getTime() - known.at.getTime() < freshMs);
  const found = isFresh && known.token === token ? known : { token, at: now, member: authenticate(c, db, token) };
  if (!isRead(c)) forgetSeen(c);
  seen.set(isRead(c) ? env : c, found);
  return found.member;
}

const isRead = ({ req }: Context<Env>) => req.method === 'GET';

const forgetSeen = ({ env }: Context<Env>) => seen.delete(env);

/** Returns the member whom `requireMember` let pass. Throws `Unauthenticated` without a session. */
export function memberOf(c: Context<Env>): Member {
  const holder = holderOf(c);
  if (!('sessionId' in holder)) throw new Unauthenticated();
  return holder;
}

/** Returns the member of a call that an ability opens, in a session or behind an API token. */
export function holderOf(c: Context<Env>): Member | ApiTokenHolder {
  const member = c.get('member');
  if (!member || !('user' in member)) throw new Unauthenticated();
  return member as Member | ApiTokenHolder;
}

type Call = Pick<RouteConfig, 'method' | 'path' | 'security' | 'operationId'>;

/** Restricts a route of the contract to members. */
export const forMember = <R extends Call>(deps: Deps, route: R): R & { middleware: MiddlewareHandler<Env> } => ({
  ...route,
  middleware: requireMember(deps, route),
});

/** Reads session, member and header data in one query. Updates the session's `lastSeenAt` at most once a minute. */
async function authenticate(c: Context<Env>, db: Database, token: string): Promise<Member | null> {
  const now = c.get('now');
  const hash = tokenHash(token);
  const [found] = await tokenQuery(checksOf(c))(db).execute({ hash, now: now.toISOString() });
  if (!found) return null;
  const { user, sessionId, firstline, hasTermUpdates, notifications, tickets, chat, news } = found;
  const aMinuteAgo = minutesAfter(now, -1);
  if (found.lastSeenAt <= aMinuteAgo) {
    await db
      .update(authSessions)
      .set({ lastSeenAt: now, ipAddress: c.get('ip') })
      .where(and(eq(authSessions.id, sessionId), lte(authSessions.lastSeenAt, aMinuteAgo)));
  }
  const ghost = ghostOf(found);
  if (ghost === 'over') return null;
  const ofModules = { ...(tickets && { tickets }), ...(chat && { chat }), ...(news && { news }) };
  const told = { firstline, hasTermUpdates, notifications, ...ofModules };
  return { id: user.id, sessionId, permissions: user.permissions, user, ...told, tokenHash: hash, seenAt: now, ghost };
}

/** A ghost session ends when its staff member loses the permission `ghost.enter`. */
function ghostOf({ ghost, staff }: Pick<TokenMatch, 'ghost' | 'staff'>): GhostMode | 'over' | undefined {
  if (!ghost) return undefined;
  if (!staff?.permissions.includes('ghost.enter')) return 'over';
  const { actorId, actorName, reason, expiresAt } = ghost;
  const readOnly = ghost.readOnly || !staff.permissions.includes('ghost.write');
  return { actorId, actorName, reason, expiresAt, readOnly };
}

type TokenMatch = Awaited<ReturnType<ReturnType<typeof selectByToken>['execute']>>[number];

const staff = alias(users, 'staff');

/** Every call of a member begins with this query, so each connection plans it once. */
function tokenQuery(checks: MemberChecks) {
  const query = queries.get(checks) ?? prepared((db) => selectByToken(db, checks));
  queries.set(checks, query);
  return query;
}

const queries = new WeakMap<MemberChecks, (db: Queryable) => ReturnType<typeof selectByToken>>();

const selectByToken = (db: Queryable, checks: MemberChecks) => {
  const columns = checks.columns(db, sql.placeholder('now'));
  return (
    db
      .select({
        user: users,
        sessionId: authSessions.id,
        lastSeenAt: authSessions.lastSeenAt,
        firstline,
        ...columns,
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
          // A sign-in can be under way while the account is deleted.
          isNull(users.deletedAt),
        ),
      )
      // A connection knows a statement by its name, of which PostgreSQL reads 63 characters. The columns of other
      // modules are part of it.
      .prepare(`member_by_token_${createHash('sha256').update(Object.keys(columns).join()).digest('hex').slice(0, 16)}`)
  );
};
