import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { csvAnswer } from '../platform/page/csv-table.server';
import type { RouteHandle } from '../platform/page/handle';
import { pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { plantWriter } from './csv.server';
import { filtersIn, filtersPath, queryOf } from './plant-filters';

export const handle = {
  gate: 'member',
  modules: ['growing'],
  permission: 'growing.view',
} satisfies Partial<RouteHandle>;

/** Every plant of the list with these filters. Each page begins after the last number, so a new plant moves no row. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const filters = filtersIn(current.url.searchParams);
  const ask = (after?: string) =>
    current.api.attempt(contract.growingPlants.listPlants, {
      query: { ...queryOf(filters), ...(after && { after }), per_page: 100 },
    });
  const first = await ask();
  if (!first.ok) return pageOfFile(current, filtersPath('/growing/plants', filters), first.failure);
  return csvAnswer(current, 'growing:plants.file', plantWriter(current), first.data.data, async ({ number }) => {
    const answer = await ask(number);
    if (!answer.ok) throw new Error(`The list broke off: ${answer.failure.status}`);
    return answer.data.data;
  });
}
