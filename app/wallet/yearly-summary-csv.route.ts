import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { fileAnswer } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { getSummary, writeSummary } from './yearly-summary.server';

export const handle = { gate: 'member', modules: ['wallet'], permission: 'wallet.view' } satisfies Partial<RouteHandle>;

/** The yearly summary as a spreadsheet. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const summary = await getSummary(current, args.params.year);
  const name = `${current.t('wallet:transactions.year.heading', { year: summary.year })}.csv`;
  return fileAnswer(writeSummary(summary, current), { name, type: 'text/csv; charset=utf-8' });
}
