import { registerPushToken as call } from '../contract/push';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { createThrottle } from '../http/throttle';
import { forMember, memberOf } from '../identity/sessions';
import { registerPushToken } from './push-tokens';

const minute = 60;

/** Serves `contract/push`. The app registers at each start, so that many a minute are no person's doing. */
export function mountPush(api: Api, deps: Deps): void {
  const throttle = createThrottle(deps.db, 'push.member', 20, minute);
  api.openapi(forMember(deps, call), async (c) => {
    const member = memberOf(c);
    await throttle.hit(String(member.id));
    await registerPushToken(deps.db, c.req.valid('json').token, member, c.var);
    return c.body(null, 204);
  });
}
