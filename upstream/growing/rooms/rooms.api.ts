import * as calls from '../../contract/growing-rooms';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { paginate } from '../../http/paginator';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { listRoomPlants } from './list-plants';
import { getRoom } from './show-room';

/** Serves the calls of `contract/growing-rooms`. A member without any plant may see rooms too. */
export function mountRooms(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getRoom), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'growing.view');
    return c.json(await getRoom(deps.db, holder.id, c.req.valid('param').code, c.get('language')), 200);
  });
  api.openapi(forMember(deps, calls.listRoomPlants), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'growing.view');
    const { page, per_page: perPage, ...wanted } = c.req.valid('query');
    const { code } = c.req.valid('param');
    const found = await listRoomPlants(deps.db, holder.id, code, { page, perPage, ...wanted });
    return c.json(paginate(c.req.url, { ...found, page, perPage }), 200);
  });
}
