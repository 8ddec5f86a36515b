import * as calls from '../contract/address';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { InvalidFields } from '../http/problems';
import { callerOf } from '../members/caller';
import { forMember, memberOf } from '../members/member-gate';
import { getAddress, saveAddress } from './address';
import { findFaults } from './address-rules';

/** Serves every call of `contract/address`. */
export function mountAddress(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getAddress), async (c) =>
    c.json(await getAddress(deps.db, memberOf(c).user, callerOf(c).now), 200),
  );
  api.openapi(forMember(deps, calls.checkAddress), async (c) => {
    const faults = findFaults(c.req.valid('json'), callerOf(c));
    if (faults) throw new InvalidFields(faults);
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.putAddress), async (c) => {
    const ifMatch = c.req.valid('header')['if-match'];
    const saved = await saveAddress(deps, memberOf(c).user, c.req.valid('json'), ifMatch, callerOf(c));
    return c.json(saved, 200);
  });
}
