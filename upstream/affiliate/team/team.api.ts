import * as calls from '../../contract/affiliate';
import { countReferralClick } from '../../contract/referrals';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { paginate } from '../../http/paginator';
import { callerOf } from '../../members/caller';
import { forMember, holderOf, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { countClick } from '../clicks/count-click';
import { getAffiliate, getGrowth } from './figures';
import { hideName } from './hide-name';
import { listTeam } from './list-team';

/** Serves every call of `contract/affiliate`, and the clicks that it counts. */
export function mountTeam(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getAffiliate), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'affiliate.view');
    return c.json(await getAffiliate(deps.db, holder.user), 200);
  });
  api.openapi(forMember(deps, calls.listTeam), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'affiliate.view');
    const filters = c.req.valid('query');
    const viewer = { id: holder.id, secrets: deps.config.secrets };
    const { above, has_more, ...found } = await listTeam(deps.db, viewer, filters);
    const { page, per_page: perPage } = filters;
    return c.json({ ...paginate(c.req.url, { ...found, page, perPage }), above, has_more, currency: 'EUR' }, 200);
  });
  api.openapi(forMember(deps, calls.getGrowth), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'affiliate.view');
    return c.json(await getGrowth(deps.db, holder.id, c.get('now')), 200);
  });
  api.openapi(forMember(deps, calls.setNameHidden), async (c) => {
    const member = memberOf(c);
    requirePermission(member, 'affiliate.view');
    const { name_hidden } = c.req.valid('json');
    await hideName(deps.db, member.id, name_hidden, c.get('now'));
    return c.json({ name_hidden }, 200);
  });
  api.openapi(countReferralClick, async (c) => {
    await countClick(deps, c.req.valid('param').ref_hash, c.req.valid('json').campaign, callerOf(c));
    return c.body(null, 204);
  });
}
