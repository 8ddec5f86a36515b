/** The filters of commissions in an address. */
export const STATUSES = ['pending', 'paid', 'reversed'] as const;
export const LEVELS = [1, 2, 3] as const;

/** What is not set shows all. */
export interface CommissionFilters {
  status?: (typeof STATUSES)[number] | undefined;
  level?: (typeof LEVELS)[number] | undefined;
}

/** Reads the filters. Values that no link has are left out. */
export const filtersIn = (search: URLSearchParams): CommissionFilters => ({
  status: STATUSES.find((status) => status === search.get('status')),
  level: LEVELS.find((level) => String(level) === search.get('level')),
});

/** The filters that are set, as the call takes them. */
export const queryOf = ({ status, level }: CommissionFilters) => ({
  ...(status && { status }),
  ...(level && { level }),
});

/** Returns the address of a page of the list. Defaults are left out. */
export function filtersPath(path: string, filters: CommissionFilters, page = 1): string {
  const set = Object.entries({ ...queryOf(filters), ...(page > 1 && { page }) });
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${path}?${query}` : path;
}
