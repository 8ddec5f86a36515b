import * as calls from '../../contract/devices';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { paginate } from '../../http/paginator';
import { forMember, memberOf } from '../../members/member-gate';
import { listDevices, revokeDevice, revokeOtherDevices } from './signed-in-devices';

/** Serves every call of `contract/devices`. */
export function mountDevices(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listDevices), async (c) => {
    const { page, per_page: perPage } = c.req.valid('query');
    const found = await listDevices(deps.db, memberOf(c), {
      page,
      perPage,
      now: c.get('now'),
      language: c.get('language'),
    });
    return c.json(paginate(c.req.url, { ...found, page, perPage }), 200);
  });
  api.openapi(forMember(deps, calls.revokeDevice), async (c) => {
    await revokeDevice(deps, memberOf(c), c.req.valid('param').id, c.var);
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.revokeOtherDevices), async (c) =>
    c.json({ revoked: await revokeOtherDevices(deps, memberOf(c), c.var) }, 200),
  );
}
