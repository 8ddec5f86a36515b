import * as calls from '../../contract/wallet';
import { listOpenItems as openItemsCall } from '../../contract/wallet-open';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { getBalanceHistory } from './history';
import { listOpenItems } from './open';
import { getWallet } from './overview';

/** Serves every call of `contract/wallet` and `contract/wallet-open`. */
export function mountOverview(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getWallet), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'wallet.view');
    return c.json(await getWallet(deps.db, user, c.var), 200);
  });
  api.openapi(forMember(deps, calls.getBalanceHistory), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'wallet.view');
    return c.json(await getBalanceHistory(deps.db, user.id, c.req.valid('query').days, c.get('now')), 200);
  });
  api.openapi(forMember(deps, openItemsCall), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'wallet.view');
    return c.json(await listOpenItems(deps.db, holder.id, c.req.valid('query').most, c.get('language')), 200);
  });
}
