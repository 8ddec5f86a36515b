import * as calls from '../../contract/growing';
import { readLabel } from '../../contract/labels';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { repeatedHeader } from '../../http/idempotency';
import { inTurn } from '../../http/in-turn';
import { NotFound } from '../../http/problems';
import { callerOf } from '../../members/caller';
import { forMember, holderOf, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { minorUnitsOf } from '../../wallet/wallet';
import { buyPlants } from './buy';
import { getSale, listSales } from './show-sales';

/**
 * How many buyers of one sale this process serves at once. They wait for its lock in the database, each with a
 * connection. The others wait without one, so that all other pages find a connection while a sale opens.
 */
const buyersAtOnce = 4;

/** Serves the calls of `contract/growing` about sales. */
export function mountSales(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listSales), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'growing.view');
    return c.json({ data: await listSales(deps.db, holder.id, c.get('now'), c.get('language')) }, 200);
  });
  api.openapi(forMember(deps, calls.getSale), async (c) => {
    const holder = holderOf(c);
    requirePermission(holder, 'growing.view');
    return c.json(
      await getSale(deps.db, holder.id, labelIn(c.req.valid('param')), c.get('now'), c.get('language')),
      200,
    );
  });
  api.openapi(forMember(deps, calls.buyPlants), async (c) => {
    const member = memberOf(c);
    requirePermission(member, 'growing.buy');
    const { quantity, from_balance, ...given } = c.req.valid('json');
    const order = { saleLabel: labelIn(c.req.valid('param')), quantity, fromBalance: minorUnitsOf(from_balance) };
    const key = c.req.valid('header')['idempotency-key'];
    const turn = `${order.saleLabel} ${member.user.id % buyersAtOnce}`;
    const answer = await inTurn(turn, () => buyPlants(deps, member.user, order, { key, given }, callerOf(c)));
    return c.json(answer.body, 201, repeatedHeader(answer));
  });
}

/**
 * Returns the label, however it was typed.
 * @throws NotFound for text that is no label
 */
function labelIn({ label }: { label: string }): string {
  const read = readLabel(label, 'SL');
  if (!read) throw new NotFound();
  return read;
}
