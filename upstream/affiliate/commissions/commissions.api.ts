import * as calls from '../../contract/affiliate-commissions';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { paginate } from '../../http/paginator';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { listCommissions } from './list-commissions';
import { showCommissionOf } from './show-commission';

/** Serves every call of `contract/affiliate-commissions`. */
export function mountCommissions(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listCommissions), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'affiliate.view');
    const filters = c.req.valid('query');
    const { sums, ...found } = await listCommissions(deps.db, holder.id, filters, c.get('now'));
    const { page, per_page: perPage } = filters;
    return c.json({ ...paginate(c.req.url, { ...found, page, perPage }), currency: 'EUR', sums }, 200);
  });
  api.openapi(forMember(deps, calls.getCommission), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'affiliate.view');
    return c.json(await showCommissionOf(deps.db, holder.id, c.req.valid('param').id, c.get('now')), 200);
  });
}
