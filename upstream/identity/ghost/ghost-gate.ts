/** Every call in ghost mode passes here. It is recorded first, then refused unless `ghost-rights.ts` allows it. */
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Database } from '../../database/database';
import type { Deps } from '../../deps';
import type { CurrentMember, Env } from '../../http/env';
import { Forbidden } from '../../http/problems';
import { findMember } from '../../members/member-gate';
import { textsIn } from '../identity.texts';
import { ghostRequests, longestPage } from './ghost.tables';
import { outcomeOf } from './ghost-rights';

/** Records the calls of staff in ghost mode that need no bearer token, too. */
export const watchGhosts =
  (deps: Deps): MiddlewareHandler<Env> =>
  async (c, next) => {
    const member = await findMember(c, deps);
    if (member?.ghost) await passGhost(deps.db, c, member);
    await next();
  };

const passed = new WeakSet<Context<Env>>();

/** Throws `Forbidden` with the code `forbidden_in_ghost_mode`. A call that passes twice is recorded once. */
export async function passGhost(
  db: Database,
  c: Context<Env>,
  { id: userId, sessionId, ghost }: CurrentMember,
): Promise<void> {
  if (!ghost || passed.has(c)) return;
  const path = pathOf(c);
  const outcome = outcomeOf(c.req.method, path, ghost);
  await db.insert(ghostRequests).values({
    sessionId,
    actorId: ghost.actorId,
    userId,
    at: c.get('now'),
    method: c.req.method,
    path,
    page: pageOf(c.env.page),
    outcome,
    requestId: c.get('requestId'),
  });
  if (outcome === 'refused') throw new Forbidden('forbidden_in_ghost_mode', textsIn(c.get('language')).ghostRefused);
  passed.add(c);
}

/** Returns `/api/user/devices/:id` as the contract writes it, `/user/devices/{id}`. Empty for an unknown path. */
function pathOf(c: Context<Env>): string {
  // Middleware for all paths can come last.
  const pattern = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? '';
  return pattern.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}');
}

/** Returns the page's path for people to read, without parts that may be tokens or addresses. */
function pageOf(path: string | undefined): string | null {
  if (!path?.startsWith('/')) return null;
  const parts = path.split('/').map((part) => (part.length > 40 || /@|%40/.test(part) ? '…' : part));
  return parts.join('/').slice(0, longestPage);
}
