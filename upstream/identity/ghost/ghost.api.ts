import * as calls from '../../contract/ghost';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { paginate } from '../../http/paginator';
import { callerOf } from '../../members/caller';
import { forMember, memberOf } from '../../members/member-gate';
import { endAccess, getShownAccess, listAccesses, listVisits } from './ghost-access';
import { enterGhostMode, leaveGhostMode, showGhostLink } from './ghost-mode';

/** Serves every call of `contract/ghost`. */
export function mountGhostMode(api: Api, deps: Deps): void {
  api.openapi(calls.showGhostLink, async (c) =>
    c.json(await showGhostLink(deps, c.req.valid('json').token, callerOf(c)), 200),
  );
  api.openapi(calls.enterGhostMode, async (c) =>
    c.json(await enterGhostMode(deps, c.req.valid('json').token, callerOf(c)), 200),
  );
  api.openapi(forMember(deps, calls.leaveGhostMode), async (c) => {
    await leaveGhostMode(deps, memberOf(c), callerOf(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.listGhostAccess), async (c) => {
    const { page, per_page: perPage } = c.req.valid('query');
    const found = await listAccesses(deps.db, memberOf(c).id, { page, perPage }, c.get('now'));
    return c.json(paginate(c.req.url, { ...found, page, perPage }), 200);
  });
  api.openapi(forMember(deps, calls.getGhostAccess), async (c) => {
    const { page, per_page: perPage } = c.req.valid('query');
    const access = await getShownAccess(deps.db, memberOf(c).id, c.req.valid('param').id, c.get('now'));
    const visits = await listVisits(deps.db, access.id, { page, perPage });
    return c.json({ ...access, visits: paginate(c.req.url, { ...visits, page, perPage }) }, 200);
  });
  api.openapi(forMember(deps, calls.endGhostAccess), async (c) => {
    await endAccess(deps, memberOf(c).id, c.req.valid('param').id, callerOf(c));
    return c.body(null, 204);
  });
}
