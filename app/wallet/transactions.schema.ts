import { TransactionFilters, TransactionStatus, TransactionType } from '../../upstream/contract/transactions';
import { typedDate } from '../platform/form/typed-date';
import type { Language } from '../ui/numbers';
import { parseAmount } from './amount';

/** The values of the form as typed. An empty field is `''`. */
export interface TypedFilters {
  types: TransactionType[];
  statuses: TransactionStatus[];
  direction: string;
  from: string;
  to: string;
  q: string;
  min: string;
  max: string;
  sort: TransactionFilters['sort'];
}

export type FilterField = 'from' | 'to' | 'q' | 'min' | 'max';
/** Text keys with their values, by field. */
export type FilterFaults = Partial<Record<FilterField, { key: string; values?: Record<string, string> }>>;

/**
 * Reads the filters of an address: as typed, as the call takes them, and their errors. Values that no form sends are
 * left out.
 */
export function readFilters(search: URLSearchParams, language: Language) {
  const text = (name: string) => (search.get(name) ?? '').trim();
  const known = <T extends string>(name: string, values: readonly T[]) =>
    values.filter((value) => search.getAll(`${name}[]`).includes(value));
  const typed: TypedFilters = {
    types: known('type', TransactionType.options),
    statuses: known('status', TransactionStatus.options),
    direction: /^(in|out)$/.test(text('direction')) ? text('direction') : '',
    from: text('from'),
    to: text('to'),
    q: text('q'),
    min: text('min'),
    max: text('max'),
    sort: TransactionFilters.shape.sort.catch('newest').parse(text('sort')),
  };
  const faults: FilterFaults = {};
  const amount = (name: 'min' | 'max') => {
    const parsed = typed[name] === '' ? null : parseAmount(typed[name], language);
    if (parsed && !parsed.ok) faults[name] = { key: parsed.key, values: parsed.values };
    return parsed?.ok ? parsed.amount : undefined;
  };
  const day = (name: 'from' | 'to') => {
    const parsed = typed[name] === '' ? null : typedDate.safeParse(typed[name]);
    if (parsed && !parsed.success) faults[name] = { key: 'form.date' };
    return parsed?.success ? parsed.data : undefined;
  };
  const { q } = typed;
  const { maxLength } = TransactionFilters.shape.q.unwrap();
  if (q.length > Number(maxLength)) faults.q = { key: 'form.max', values: { maxLength: String(maxLength) } };
  const query = {
    'type[]': typed.types.length > 0 ? typed.types : undefined,
    'status[]': typed.statuses.length > 0 ? typed.statuses : undefined,
    direction: (typed.direction || undefined) as 'in' | 'out' | undefined,
    from: day('from'),
    to: day('to'),
    q: q || undefined,
    min: amount('min'),
    max: amount('max'),
    sort: typed.sort,
  };
  return { typed, query, faults };
}
