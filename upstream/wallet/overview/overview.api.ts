import * as calls from '../../contract/wallet';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { getBalanceHistory } from './history';
import { getWallet } from './overview';

/** Serves every call of `contract/wallet`. */
export function mountOverview(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getWallet), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'wallet.view');
    return c.json(await getWallet(deps.db, user, c.var), 200);
  });
  api.openapi(forMember(deps, calls.getBalanceHistory), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'wallet.view');
    return c.json(await getBalanceHistory(deps.db, user.id, c.req.valid('query').days, c.var.now), 200);
  });
}
