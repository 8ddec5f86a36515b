import { readLabel } from '../../contract/labels';
import * as calls from '../../contract/orders';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { repeatedHeader } from '../../http/idempotency';
import { paginate } from '../../http/paginator';
import { NotFound } from '../../http/problems';
import { callerOf } from '../../members/caller';
import { forMember, holderOf, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { writeBankDetails } from './bank-details-pdf';
import { cancelOrder, createDeposit, getOrder, listOrders } from './orders';

/** Serves every call of `contract/orders`. */
export function mountOrders(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listOrders), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'wallet.view');
    const { page, per_page: perPage, state } = c.req.valid('query');
    const found = await listOrders(deps.db, holder.id, { state, page, perPage, language: c.get('language') });
    return c.json({ ...paginate(c.req.url, { ...found, page, perPage }), sum: found.sum }, 200);
  });
  api.openapi(forMember(deps, calls.getOrder), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'wallet.view');
    return c.json(await getOrder(deps, holder.id, labelIn(c.req.valid('param')), c.get('language')), 200);
  });
  api.openapi(forMember(deps, calls.createDeposit), async (c) => {
    const member = memberOf(c);
    requirePermission(member, 'wallet.deposit');
    const key = c.req.valid('header')['idempotency-key'];
    const answer = await createDeposit(deps, member.id, c.req.valid('json'), key, callerOf(c));
    return c.json(answer.body, 201, repeatedHeader(answer));
  });
  api.openapi(forMember(deps, calls.cancelOrder), async (c) => {
    const member = memberOf(c);
    requirePermission(member, 'wallet.deposit');
    return c.json(await cancelOrder(deps, member.id, labelIn(c.req.valid('param')), callerOf(c)), 200);
  });
  api.openapi(forMember(deps, calls.getBankDetailsPdf), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'wallet.view');
    const order = await getOrder(deps, holder.id, labelIn(c.req.valid('param')), c.get('language'));
    return c.json(await writeBankDetails(deps, order, c.var), 200);
  });
}

/**
 * Returns the label, however it was typed.
 * @throws NotFound for text that is no label
 */
function labelIn({ label }: { label: string }): string {
  const read = readLabel(label, 'OR');
  if (!read) throw new NotFound();
  return read;
}
