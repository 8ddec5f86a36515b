import * as calls from '../contract/sponsor';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { shortName } from '../identity/identity';
import { callerOf } from '../members/caller';
import { forMember, memberOf } from '../members/member-gate';
import { getCandidate, getSponsor, type MovedAt, nameSponsor } from './sponsor';

/** Serves every call of `contract/sponsor`. */
export function mountSponsor(api: Api, deps: Deps, movedAt: MovedAt): void {
  api.openapi(forMember(deps, calls.getSponsor), async (c) =>
    c.json(await getSponsor(deps.db, memberOf(c).user, movedAt, c.get('now')), 200),
  );
  api.openapi(forMember(deps, calls.getSponsorCandidate), async (c) => {
    const candidate = await getCandidate(deps.db, memberOf(c).user, c.req.valid('param').ref_hash, c.var);
    return c.json({ name: shortName(candidate) }, 200);
  });
  api.openapi(forMember(deps, calls.putSponsor), async (c) => {
    const sponsor = await nameSponsor(deps.db, memberOf(c).id, c.req.valid('json').ref_hash, movedAt, callerOf(c));
    return c.json(sponsor, 200);
  });
}
