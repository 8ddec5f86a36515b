import type { TypedFilters } from './transactions.schema';

const LIST = '/financial/transactions';

/** Returns the address of a list with these filters. Unset filters are left out. */
export function filtersPath(filters: TypedFilters, path = LIST): string {
  const search = new URLSearchParams();
  for (const type of filters.types) search.append('type[]', type);
  for (const status of filters.statuses) search.append('status[]', status);
  for (const name of ['direction', 'from', 'to', 'q', 'min', 'max'] as const) {
    if (filters[name]) search.set(name, filters[name]);
  }
  if (filters.sort !== 'newest') search.set('sort', filters.sort);
  return search.size > 0 ? `${path}?${search}` : path;
}

export const withParameter = (path: string, name: string, value: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value })}`;

/** Returns each active filter with the address of the list without it. */
export function activeFilters(filters: TypedFilters) {
  const without = (change: Partial<TypedFilters>) => filtersPath({ ...filters, ...change });
  return [
    ...filters.types.map((value) => ({
      kind: 'type' as const,
      value,
      path: without({ types: filters.types.filter((one) => one !== value) }),
    })),
    ...filters.statuses.map((value) => ({
      kind: 'status' as const,
      value,
      path: without({ statuses: filters.statuses.filter((one) => one !== value) }),
    })),
    ...(['direction', 'from', 'to', 'q', 'min', 'max'] as const)
      .filter((kind) => filters[kind] !== '')
      .map((kind) => ({ kind, value: filters[kind], path: without({ [kind]: '' }) })),
  ];
}

/** Returns the address without filters, in the same order. */
export const unfilteredPath = ({ sort }: TypedFilters): string =>
  filtersPath({ types: [], statuses: [], direction: '', from: '', to: '', q: '', min: '', max: '', sort });
