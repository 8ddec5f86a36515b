import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { mostSummed, type Transaction, type TransactionSums } from '../../upstream/contract/transactions';
import { pageNumber } from '../platform/page/paginator.server';
import type { Member } from '../platform/request/gates.server';
import { formatMoney, type Language } from '../ui/numbers';
import { activeFilters } from './transaction-filters';
import { type FilterFaults, type FilterField, readFilters } from './transactions.schema';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 15;
/** The form of the filters is on the same page, so fewer fit. */
const SHOWN_WITH_FORM = 5;

export type Row = ReturnType<typeof rowOf>;

/** Returns the page of the list for an address, or the errors of its filters as texts by field. */
export async function listPage(current: Member) {
  const { api, url, language } = current;
  const { typed, query, faults } = readFilters(url.searchParams, language);
  if (Object.keys(faults).length > 0) return { status: 422, typed, errors: wordsOf(current, faults), list: null };
  const amounts = amountsOf(query, language);
  const hasForm = url.searchParams.has('filter');
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const isFiltered = activeFilters(typed).length > 0;
  const page = pageNumber(url.searchParams.get('page'));
  const part = hasForm ? { per_page: SHOWN_WITH_FORM } : { page, per_page: SHOWN, ...(cursor && { cursor }) };
  const answer = await api.attempt(contract.transactions.listTransactions, {
    query: { ...query, ...part, ...(isFiltered && { with: 'sums' as const }) },
  });
  if (!answer.ok)
    return { status: answer.failure.status, typed, errors: answer.failure.errors, failure: answer.failure, list: null };
  const { data } = answer.data;
  const rows = data.map(rowOf);
  if (!('total' in answer.data)) {
    const { next_page_url, prev_page_url, sums } = answer.data;
    const steps = { next: stepOf(next_page_url), previous: stepOf(prev_page_url) };
    return { status: 200, typed, amounts, errors: {}, hasForm, list: { rows, steps, pages: null, sums: sumsOf(sums) } };
  }
  const { current_page, last_page, from, to, total } = answer.data;
  return {
    status: 200,
    typed,
    amounts,
    errors: {},
    hasForm,
    list: { rows, steps: null, sums: undefined, pages: { current_page, last_page, from, to, total } },
  };
}

/** Returns the bounds that are set, as money. */
const amountsOf = ({ min, max }: { min?: string; max?: string }, language: Language) => ({
  ...(min && { min: formatMoney(min, 'EUR', language) }),
  ...(max && { max: formatMoney(max, 'EUR', language) }),
});

export type Sums = NonNullable<ReturnType<typeof sumsOf>>;

/** Returns the sums with their currency, or what the upstream sums at most. Another upstream may give none. */
function sumsOf(sums: z.output<typeof TransactionSums> | null | undefined) {
  if (sums === undefined) return undefined;
  return sums ? { ...sums, currency: 'EUR', moreThan: undefined } : { moreThan: mostSummed };
}

/** Returns what a row shows. The amount has its sign. */
export const rowOf = (shown: z.output<typeof Transaction>) => ({
  label: shown.transaction_label,
  type: shown.type,
  status: shown.status,
  amount: shown.direction === 'out' ? `-${shown.amount}` : shown.amount,
  currency: shown.currency,
  balance: shown.balance_after,
  description: shown.description,
  purpose: shown.purpose ?? null,
  at: shown.booked_at,
});

/** Returns the query of the next step from an address of upstream: a cursor, or a page number from another upstream. */
function stepOf(address: string | null): string | null {
  const found = new URL(address ?? 'none:').searchParams;
  const name = ['cursor', 'page'].find((one) => found.has(one));
  return name ? String(new URLSearchParams({ [name]: found.get(name) ?? '' })) : null;
}

const labels: Record<FilterField, string> = {
  from: 'wallet:transactions.from',
  to: 'wallet:transactions.to',
  q: 'wallet:transactions.q',
  min: 'wallet:transactions.min',
  max: 'wallet:transactions.max',
};

function wordsOf({ t }: Member, faults: FilterFaults): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(faults).map(([name, { key, values }]) => [
      name,
      [t(key, { field: t(labels[name as FilterField]), ...values })],
    ]),
  );
}
