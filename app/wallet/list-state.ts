/** The states by which lists of orders and withdrawals are shown. */
export const STATES = ['all', 'open', 'closed'] as const;
export type ListState = (typeof STATES)[number];

/** Returns the state in an address. Anything else counts as all. */
export const stateIn = (params: URLSearchParams): ListState =>
  STATES.find((one) => one === params.get('state')) ?? 'all';

/** Returns the address of a page of the list. Defaults are left out. */
export function statePath(path: string, state: ListState, page = 1): string {
  const query = new URLSearchParams({ ...(state !== 'all' && { state }), ...(page > 1 && { page: String(page) }) });
  return query.size > 0 ? `${path}?${query}` : path;
}
