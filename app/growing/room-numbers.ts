/** The list of a room's numbers in the address of its page: `/growing/room/H2?show=mine&q=417&page=2#numbers`. */

export const SHOWN = ['all', 'mine', 'lost'] as const;
export type Shown = (typeof SHOWN)[number];

/** The longest text that the search takes. */
export const LONGEST_QUERY = 20;

export interface WantedNumbers {
  show: Shown;
  q: string;
}

/** Null for the page of the room itself. Anything unknown in the address counts as all numbers. */
export function wantedIn(params: URLSearchParams): WantedNumbers | null {
  if (!['show', 'q', 'page'].some((name) => params.has(name))) return null;
  return {
    show: SHOWN.find((one) => one === params.get('show')) ?? 'all',
    q: (params.get('q') ?? '').trim().slice(0, LONGEST_QUERY),
  };
}

/** Returns the address of a page of the numbers. */
export function numbersPath(code: string, { show, q }: WantedNumbers, page = 1): string {
  const query = new URLSearchParams({
    ...((show !== 'all' || !q) && { show }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/growing/room/${code}?${query}#numbers`;
}
