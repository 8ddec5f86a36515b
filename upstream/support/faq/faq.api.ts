import * as calls from '../../contract/support-faq';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { paginate } from '../../http/paginator';
import { forMember, holderOf, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { countAnswers, getFaq, listFaq } from './list-faq';
import { rateFaq } from './rate-faq';

/** Serves the calls of `contract/support-faq`. */
export function mountFaq(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listFaq), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'support.view');
    const { page, per_page: perPage, category, q, prefer } = c.req.valid('query');
    const reader = { userId: holder.id, language: c.get('language') };
    const found = await listFaq(deps.db, reader, { page, perPage, category, q, prefer });
    return c.json(paginate(c.req.url, { ...found, page, perPage }), 200);
  });
  api.openapi(forMember(deps, calls.getFaq), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'support.view');
    const reader = { userId: holder.id, language: c.get('language') };
    return c.json(await getFaq(deps.db, reader, c.req.valid('param').id), 200);
  });
  api.openapi(forMember(deps, calls.listSupportCategories), async (c) => {
    requirePermission(holderOf(c), 'support.view');
    return c.json({ data: await countAnswers(deps.db) }, 200);
  });
  api.openapi(forMember(deps, calls.rateFaq), async (c) => {
    const { id: userId, ...member } = memberOf(c);
    requirePermission(member, 'support.view');
    const { ip, requestId, now } = c.var;
    await rateFaq(deps.db, { userId, ip, requestId, now }, c.req.valid('param').id, c.req.valid('json').vote);
    return c.body(null, 204);
  });
}
