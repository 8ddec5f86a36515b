import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { csvAnswer } from '../platform/page/csv-table.server';
import type { RouteHandle } from '../platform/page/handle';
import { pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { filtersIn, filtersPath, queryOf } from './commission-filters';
import { commissionWriter } from './csv.server';

export const handle = {
  gate: 'member',
  modules: ['affiliate'],
  permission: 'affiliate.view',
} satisfies Partial<RouteHandle>;

/** Every commission with these filters. Each page begins after the last one, so a new commission moves no row. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const filters = filtersIn(current.url.searchParams);
  const ask = (after?: string) =>
    current.api.attempt(contract.affiliateCommissions.listCommissions, {
      query: { ...queryOf(filters), ...(after && { after }), per_page: 100 },
    });
  const first = await ask();
  if (!first.ok) return pageOfFile(current, filtersPath('/affiliate/commissions', filters), first.failure);
  const { data } = first.data;
  return csvAnswer(current, 'affiliate:commissions.file.name', commissionWriter(current), data, async ({ id }) => {
    const answer = await ask(id);
    if (!answer.ok) throw new Error(`The list broke off: ${answer.failure.status}`);
    return answer.data.data;
  });
}
