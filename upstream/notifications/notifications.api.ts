import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import * as calls from '../contract/notifications';
import type { Deps } from '../deps';
import type { Api, Env } from '../http/env';
import { paginate } from '../http/paginator';
import { NotFound } from '../http/problems';
import { forMember, memberOf } from '../members/member-gate';
import { listNotifications, type Marker, mark, markAllAsRead } from './notification-lists';

/** Serves every call of `contract/notifications`. */
export function mountNotifications(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listNotifications), async (c) => {
    const { page, per_page: perPage } = c.req.valid('query');
    const language = c.get('language');
    const { kind } = c.req.valid('param');
    const found = await listNotifications(deps.db, memberOf(c).id, kind, { page, perPage, language });
    return c.json(paginate(c.req.url, { ...found, page, perPage }), 200);
  });
  api.openapi(forMember(deps, calls.markAllAsRead), async (c) => {
    await markAllAsRead(deps.db, markerOf(c), new Date(c.req.valid('json').before));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.markAsRead), async (c) => {
    await mark(deps.db, markerOf(c), idOf(c.req.valid('param')), 'read');
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.markAsUnread), async (c) => {
    await mark(deps.db, markerOf(c), idOf(c.req.valid('param')), 'unread');
    return c.body(null, 204);
  });
}

const markerOf = (c: Context<Env>): Marker => ({
  userId: memberOf(c).id,
  ip: c.get('ip'),
  requestId: c.get('requestId'),
  now: c.get('now'),
});

/** Returns the id. An id that is not a UUID cannot exist, so it throws NotFound. */
function idOf({ id }: { id: string }): string {
  if (!z.uuid().safeParse(id).success) throw new NotFound();
  return id;
}
