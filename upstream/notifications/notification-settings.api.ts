import * as calls from '../contract/notification-settings';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { forMember, memberOf } from '../members/member-gate';
import { saveSettings, showSettings } from './notification-settings';

/** Serves every call of `contract/notification-settings`. */
export function mountNotificationSettings(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getNotificationSettings), async (c) =>
    c.json(await showSettings(deps.db, memberOf(c).user), 200),
  );
  api.openapi(forMember(deps, calls.setNotificationSettings), async (c) =>
    c.json(await saveSettings(deps.db, memberOf(c).id, c.req.valid('json'), c.var), 200),
  );
}
