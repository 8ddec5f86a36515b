/** Where every call of a ghost passes: it is written down first, and refused unless `ghost-rights.ts` lets it through. */
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Database } from '../../database/database';
import type { CurrentMember, Env } from '../../http/env';
import { Forbidden } from '../../http/problems';
import { textsIn } from '../identity.texts';
import { ghostRequests } from './ghost.tables';
import { outcomeOf } from './ghost-rights';

const passed = new WeakSet<Context<Env>>();

/** Throws `Forbidden` with the code `forbidden_in_ghost_mode`; a call that comes by twice is written down once. */
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
    at: c.var.now,
    method: c.req.method,
    path,
    page: pageOf(c.env.page),
    outcome,
    requestId: c.var.requestId,
  });
  if (outcome === 'refused') throw new Forbidden('forbidden_in_ghost_mode', textsIn(c.var.language).ghostRefused);
  passed.add(c);
}

/** `/api/user/devices/:id` as the contract writes it, `/user/devices/{id}`; an unknown path is matched by none. */
function pathOf(c: Context<Env>): string {
  const pattern = matchedRoutes(c).at(-1)?.path ?? '';
  return pattern.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}');
}

const longest = 300;

/** The path of the page for people to read: without what may be a token or an address. */
function pageOf(path: string | undefined): string | null {
  if (!path?.startsWith('/')) return null;
  const parts = path.split('/').map((part) => (part.length > 40 || /@|%40/.test(part) ? '…' : part));
  return parts.join('/').slice(0, longest);
}
