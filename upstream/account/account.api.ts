import { updateAccount as call } from '../contract/account';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { forMember, memberOf } from '../members/member-gate';
import { showUser } from '../members/users';
import { updateAccount } from './account';

/** Serves `PUT user/account`. */
export function mountAccount(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, call), async (c) => {
    const { id, firstline } = memberOf(c);
    const user = await updateAccount(deps, id, c.req.valid('json'), c.var);
    return c.json({ user: showUser(user, { firstline, ip: c.get('ip') }) }, 200);
  });
}
