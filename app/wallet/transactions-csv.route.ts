import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { fileAnswer, pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { readFilters } from './transactions.schema';
import { csvWriter, type Listed } from './transactions-csv.server';

export const handle = { gate: 'member', modules: ['wallet'], permission: 'wallet.view' } satisfies Partial<RouteHandle>;

/**
 * Streams every row of the list with these filters, in its order. The next page of the list is requested when the
 * download has consumed the one before, so that memory holds one page for any number of rows.
 */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { api, language, t, url } = current;
  const { query, faults } = readFilters(url.searchParams, language);
  const page = `/financial/transactions${url.search}`;
  if (Object.keys(faults).length > 0) return redirect(current, page);
  // With a filter the pages follow each other by cursors. So a new entry moves no row to another page.
  const filters = { ...query, currency: 'EUR', per_page: 100 };
  const ask = (more: Record<string, string> = {}) =>
    api.attempt(contract.transactions.listTransactions, { query: { ...filters, ...more } });
  const first = await ask();
  if (!first.ok) return pageOfFile(current, page, first.failure);
  const timeZone = current.member.user.timezone ?? current.preferences.timeZone;
  const write = csvWriter({ language, timeZone, t });
  const encoder = new TextEncoder();
  let rest: Listed | null = first.data;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(write.head)),
      async pull(controller) {
        if (!rest) return controller.close();
        if (rest.data.length > 0) controller.enqueue(encoder.encode(write.rows(rest.data)));
        const next = rest.next_page_url && new URL(rest.next_page_url).searchParams;
        if (!next) return controller.close();
        const answer = await ask(pick(next, ['cursor', 'page']));
        if (!answer.ok) throw new Error(`The list broke off: ${answer.failure.status}`);
        rest = answer.data;
      },
      cancel() {
        rest = null;
      },
    },
    { highWaterMark: 0 },
  );
  const day = new Date().toISOString().slice(0, 10);
  return fileAnswer(body, { name: `${t('wallet:transactions.csv.file')}-${day}.csv`, type: 'text/csv; charset=utf-8' });
}

/** Another upstream may number the pages of this list. */
const pick = (from: URLSearchParams, names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (from.has(name) ? [[name, from.get(name) ?? '']] : [])));
