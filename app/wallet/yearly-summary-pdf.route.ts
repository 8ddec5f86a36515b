import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { documentAnswer, pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { yearIn } from './yearly-summary.server';

export const handle = { gate: 'member', modules: ['wallet'], permission: 'wallet.view' } satisfies Partial<RouteHandle>;

/** The yearly summary as PDF. For a year without one it redirects to the page, which says so. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const year = yearIn(args.params.year);
  const answer = await current.api.attempt(contract.receipts.getYearlySummaryPdf, { query: { year } });
  return answer.ok
    ? documentAnswer(answer.data)
    : pageOfFile(current, `/financial/transactions/year/${year}`, answer.failure);
}
