/** The calls of `contract/withdraw-accounts`. */
import type { Context } from 'hono';
import { verificationContext } from '../../contract/verification';
import * as calls from '../../contract/withdraw-accounts';
import type { Deps } from '../../deps';
import type { Api, Env } from '../../http/env';
import { withVerification } from '../../identity/identity';
import { callerOf } from '../../members/caller';
import { forMember, holderOf, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { walletConfig } from '../wallet.config';
import {
  changeWithdrawAccount,
  checkWithdrawAccount,
  createWithdrawAccount,
  deleteWithdrawAccount,
  getDeletable,
  listWithdrawAccounts,
  showWithdrawAccount,
} from './withdraw-accounts';

export function mountWithdrawAccounts(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listWithdrawAccounts), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'wallet.view');
    const accounts = await listWithdrawAccounts(deps.db, user.id);
    const data = accounts.map((account) => showWithdrawAccount(account, user, c.get('now')));
    return c.json({ data, ...walletConfig.withdraw_account }, 200);
  });
  api.openapi(forMember(deps, calls.createWithdrawAccount), async (c) => {
    const user = payeeOf(c);
    const caller = callerOf(c);
    const { verification_method, verification_code, ...typed } = c.req.valid('json');
    await checkWithdrawAccount(deps.db, user, typed, caller);
    const step = {
      user,
      action: 'withdraw_account.create' as const,
      context: verificationContext.withdrawAccount(typed),
      given: { verification_method, verification_code },
    };
    const account = await withVerification(deps, step, caller, (tx) =>
      createWithdrawAccount(tx, deps, user.id, typed, caller),
    );
    return c.json(showWithdrawAccount(account, user, c.get('now')), 201);
  });
  api.openapi(forMember(deps, calls.updateWithdrawAccount), async (c) => {
    const user = payeeOf(c);
    const { id } = c.req.valid('param');
    const account = await changeWithdrawAccount(deps.db, user.id, id, c.req.valid('json'), callerOf(c));
    return c.json(showWithdrawAccount(account, user, c.get('now')), 200);
  });
  api.openapi(forMember(deps, calls.deleteWithdrawAccount), async (c) => {
    const user = payeeOf(c);
    const caller = callerOf(c);
    const { id } = c.req.valid('param');
    await getDeletable(deps.db, user.id, id, caller);
    const step = {
      user,
      action: 'withdraw_account.delete' as const,
      context: verificationContext.withdrawAccountId(id),
      given: c.req.valid('json'),
    };
    await withVerification(deps, step, caller, (tx) => deleteWithdrawAccount(tx, deps, user.id, id, caller));
    return c.body(null, 204);
  });
}

/** Returns the member, who must have the permission to withdraw. */
function payeeOf(c: Context<Env>) {
  const { user } = memberOf(c);
  requirePermission(user, 'wallet.withdraw');
  return user;
}
