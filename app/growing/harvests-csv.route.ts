import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { csvAnswer } from '../platform/page/csv-table.server';
import type { RouteHandle } from '../platform/page/handle';
import { pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { harvestWriter } from './csv.server';

export const handle = {
  gate: 'member',
  modules: ['growing'],
  permission: 'growing.view',
} satisfies Partial<RouteHandle>;

/** Every harvest with a part of the member. One that is approved during the download moves rows to the next page. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  let page = 0;
  const ask = () =>
    current.api.attempt(contract.growingPlants.listHarvests, { query: { page: ++page, per_page: 100 } });
  const first = await ask();
  if (!first.ok) return pageOfFile(current, '/growing', first.failure);
  const written = new Set(first.data.data.map(({ id }) => id));
  return csvAnswer(current, 'growing:harvests.file', harvestWriter(current), first.data.data, async () => {
    const answer = await ask();
    if (!answer.ok) throw new Error(`The list broke off: ${answer.failure.status}`);
    const added = answer.data.data.filter(({ id }) => !written.has(id));
    for (const { id } of added) written.add(id);
    return added;
  });
}
