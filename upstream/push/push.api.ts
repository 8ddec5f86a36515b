import * as calls from '../contract/push';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { createThrottle } from '../http/throttle';
import { forMember, memberOf } from '../members/member-gate';
import { listPushTokens, registerPushToken, removePushToken } from './push-tokens';

const minute = 60;

/** Serves `contract/push`. The app registers at each start, so many registrations a minute are no person's doing. */
export function mountPush(api: Api, deps: Deps): void {
  const throttle = createThrottle(deps.db, 'push.member', 20, minute);
  api.openapi(forMember(deps, calls.registerPushToken), async (c) => {
    const member = memberOf(c);
    await throttle.hit(String(member.id));
    await registerPushToken(deps.db, c.req.valid('json').token, member, c.var);
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.listPushRegistrations), async (c) =>
    c.json({ data: await listPushTokens(deps.db, memberOf(c), c.get('language')) }, 200),
  );
  api.openapi(forMember(deps, calls.removePushRegistration), async (c) => {
    await removePushToken(deps.db, c.req.valid('param').id, memberOf(c), c.var);
    return c.body(null, 204);
  });
}
