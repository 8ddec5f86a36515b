import * as calls from '../../contract/growing-plants';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { paginate } from '../../http/paginator';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { listHarvests } from '../harvests/list-harvests';
import { getPlant } from './get-plant';
import { listPlants } from './list-plants';
import { getGrowing } from './summary';

/** Serves every call of `contract/growing-plants`. */
export function mountPlants(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getGrowing), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'growing.view');
    return c.json(await getGrowing(deps.db, holder.id, c.get('language')), 200);
  });
  api.openapi(forMember(deps, calls.listPlants), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'growing.view');
    const { page, per_page: perPage, ...filters } = c.req.valid('query');
    const found = await listPlants(deps.db, holder.id, filters, { page, perPage, language: c.get('language') });
    return c.json(paginate(c.req.url, { ...found, page, perPage }), 200);
  });
  api.openapi(forMember(deps, calls.getPlant), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'growing.view');
    return c.json(await getPlant(deps.db, holder.id, c.req.valid('param').number, c.get('language')), 200);
  });
  api.openapi(forMember(deps, calls.listHarvests), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'growing.view');
    const { page, per_page: perPage } = c.req.valid('query');
    const found = await listHarvests(deps.db, holder.id, { page, perPage, language: c.get('language') });
    return c.json(paginate(c.req.url, { ...found, page, perPage }), 200);
  });
}
