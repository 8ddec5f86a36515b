import type { Context } from 'hono';
import { readLabel } from '../../contract/labels';
import * as calls from '../../contract/withdrawals';
import type { Deps } from '../../deps';
import type { Api, Env } from '../../http/env';
import { once, repeatedHeader } from '../../http/idempotency';
import { inTurn } from '../../http/in-turn';
import { paginate } from '../../http/paginator';
import { callerOf } from '../../members/caller';
import { forMember, holderOf, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { minorUnitsOf } from '../amounts';
import { cancelByToken, cancelWithdrawal, getByToken } from './cancel';
import { createWithdrawal } from './create';
import { createDraft, showDraft } from './drafts';
import { getWithdrawal, listWithdrawals, type ShownWithdrawal } from './show';

/** Serves every call of `contract/withdrawals`. */
export function mountWithdrawals(api: Api, deps: Deps): void {
  mountCreation(api, deps);
  api.openapi(forMember(deps, calls.listWithdrawals), async (c) => {
    const query = c.req.valid('query');
    const listed = await listWithdrawals(deps.db, viewerOf(c).id, query);
    const { sum } = listed;
    return c.json({ ...paginate(c.req.url, { ...listed, page: query.page, perPage: query.per_page }), sum }, 200);
  });
  api.openapi(forMember(deps, calls.getWithdrawal), async (c) =>
    c.json(await getWithdrawal(deps.db, viewerOf(c).id, labelIn(c.req.valid('param'))), 200),
  );
  api.openapi(forMember(deps, calls.cancelWithdrawal), async (c) => {
    const { id, permissions } = memberOf(c);
    requirePermission({ permissions }, 'wallet.view');
    return c.json(await cancelWithdrawal(deps, id, labelIn(c.req.valid('param')), c.var), 200);
  });
  api.openapi(calls.findWithdrawalToCancel, async (c) =>
    c.json(await getByToken(deps.db, c.req.valid('param').token), 200),
  );
  api.openapi(calls.cancelWithdrawalByToken, async (c) =>
    c.json(await cancelByToken(deps, c.req.valid('json').token, { ...c.var, memberId: null }), 200),
  );
}

function mountCreation(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.createWithdrawalDraft), async (c) => {
    const { amount, withdraw_account_id: withdrawAccountId } = c.req.valid('json');
    const wanted = { amount: minorUnitsOf(amount), withdrawAccountId };
    return c.json(await createDraft(deps.db, withdrawerOf(c), wanted, c.var), 201);
  });
  api.openapi(forMember(deps, calls.getWithdrawalDraft), async (c) =>
    c.json(await showDraft(deps.db, withdrawerOf(c).id, c.req.valid('param').id, c.get('now')), 200),
  );
  api.openapi(forMember(deps, calls.createWithdrawal), async (c) => {
    const user = withdrawerOf(c);
    const { draft_id: draftId, ...given } = c.req.valid('json');
    const { now, language } = c.var;
    const key = c.req.valid('header')['idempotency-key'];
    const asked = { userId: user.id, key, request: ['createWithdrawal', draftId], now, german: language === 'de' };
    const answer = await inTurn(draftId, () =>
      once<ShownWithdrawal>(deps.db, asked, (remember) =>
        createWithdrawal(deps, user, { draftId, given, remember }, callerOf(c)),
      ),
    );
    return c.json(answer.body, 201, repeatedHeader(answer));
  });
}

function viewerOf(c: Context<Env>) {
  const holder = holderOf(c);
  requirePermission(holder, 'wallet.view');
  return holder;
}

function withdrawerOf(c: Context<Env>) {
  const { user } = memberOf(c);
  requirePermission(user, 'wallet.withdraw');
  return user;
}

const labelIn = ({ label }: { label: string }) => readLabel(label, 'WD');
