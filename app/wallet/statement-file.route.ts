import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { documentAnswer, pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { readPeriod, refusedPath } from './statement.server';

export const handle = {
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
} satisfies Partial<RouteHandle>;

/** The statement as a file. If the days are wrong, it redirects to the page, which says why. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { searchParams } = current.url;
  const { from, to, faults } = readPeriod(searchParams);
  if (faults) return redirect(current, refusedPath(searchParams));
  const format = searchParams.get('format') === 'csv' ? 'csv' : 'pdf';
  const answer = await current.api.attempt(contract.receipts.getStatement, { query: { from, to, format } });
  if (answer.ok) return documentAnswer(answer.data);
  const { failure } = answer;
  return failure.status === 422
    ? redirect(current, refusedPath(searchParams, failure.errors))
    : pageOfFile(current, '/financial/statement', failure);
}
