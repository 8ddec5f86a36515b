import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { documentAnswer, pageOfFile } from '../platform/document.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { redirect } from '../platform/responses.server';
import { readPeriod } from './statement.server';

export const handle = {
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
} satisfies Partial<RouteHandle>;

/** The statement as a file; what is wrong with the days, the page says. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { searchParams: asked } = current.url;
  const { from, to, faults } = readPeriod(asked);
  const page = (fault?: string) => {
    const query = new URLSearchParams({
      from: asked.get('from') ?? '',
      to: asked.get('to') ?? '',
      ...(fault && { fault }),
    });
    return redirect(current, `/financial/statement?${query}`);
  };
  if (faults) return page();
  const format = asked.get('format') === 'csv' ? 'csv' : 'pdf';
  const answer = await current.api.attempt(contract.receipts.getStatement, { query: { from, to, format } });
  if (answer.ok) return documentAnswer(answer.data);
  return answer.failure.status === 422 ? page('too_many') : pageOfFile(current, '/financial/statement', answer.failure);
}
