import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { documentAnswer, pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { requestHarvestPdf } from './harvest.server';

export const handle = {
  gate: 'member',
  modules: ['wallet', 'growing'],
  permission: 'growing.view',
} satisfies Partial<RouteHandle>;

/** The statement of a harvest as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const answer = await requestHarvestPdf(current, args);
  if (answer.ok) return documentAnswer(answer.data);
  return pageOfFile(current, `/growing/harvest/${encodeURIComponent(args.params.id ?? '')}`, answer.failure);
}
