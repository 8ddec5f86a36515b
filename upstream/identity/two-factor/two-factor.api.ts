import * as calls from '../../contract/two-factor';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { callerOf } from '../../members/caller';
import { forMember, memberOf } from '../../members/member-gate';
import { disableTwoFactor, renewRecoveryCodes } from './two-factor-changes';
import { beginTwoFactor, cancelTwoFactor, confirmTwoFactor, showTwoFactor } from './two-factor-setup';

/** The calls of `contract/two-factor`. */
export function mountTwoFactor(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getTwoFactor), async (c) =>
    c.json(await showTwoFactor(deps, memberOf(c), c.get('now')), 200),
  );
  api.openapi(forMember(deps, calls.beginTwoFactor), async (c) => {
    const { password = '' } = c.req.valid('json');
    return c.json(await beginTwoFactor(deps, memberOf(c), password, callerOf(c)), 200);
  });
  api.openapi(forMember(deps, calls.cancelTwoFactor), async (c) => {
    await cancelTwoFactor(deps, memberOf(c), callerOf(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.confirmTwoFactor), async (c) => {
    const { one_time_password } = c.req.valid('json');
    return c.json(await confirmTwoFactor(deps, memberOf(c), one_time_password, callerOf(c)), 200);
  });
  api.openapi(forMember(deps, calls.renewRecoveryCodes), async (c) => {
    const codes = await renewRecoveryCodes(deps, memberOf(c).user, c.req.valid('json'), callerOf(c));
    return c.json({ recovery_codes: codes }, 200);
  });
  api.openapi(forMember(deps, calls.disableTwoFactor), async (c) => {
    await disableTwoFactor(deps, memberOf(c).user, c.req.valid('json'), callerOf(c));
    return c.body(null, 204);
  });
}
