import * as calls from '../../contract/receipts';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { zoneOf } from '../days';
import { getReceipt } from './receipts';
import { getStatement } from './statement';
import { getYearlySummaryPdf } from './yearly-summary-pdf';

/** Serves every call of `contract/receipts`. */
export function mountReceipts(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getReceipt), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'wallet.view');
    const zone = zoneOf(user, c.get('timeZone'));
    return c.json(await getReceipt(deps, user, c.req.valid('param').label, { ...c.var, zone }), 200);
  });
  api.openapi(forMember(deps, calls.getStatement), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'wallet.view');
    const { language, now } = c.var;
    const zone = zoneOf(user, c.get('timeZone'));
    return c.json(await getStatement(deps, user, { ...c.req.valid('query'), zone, language, now }), 200);
  });
  api.openapi(forMember(deps, calls.getYearlySummaryPdf), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'wallet.view');
    const { language, now } = c.var;
    const zone = zoneOf(user, c.get('timeZone'));
    return c.json(await getYearlySummaryPdf(deps, user, { ...c.req.valid('query'), zone, language, now }), 200);
  });
}
