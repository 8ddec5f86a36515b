/** Named here, because the contract would bring its validation into the page. */
export const SORTS = ['joined', 'volume', 'size'] as const;

export interface LineFilters {
  parent: string;
  q: string;
  sort: (typeof SORTS)[number];
}

/** Returns the address of a page of the team. What is as usual is left out. */
export function linePath({ parent = '', q = '', sort = 'joined' }: Partial<LineFilters>, page = 1): string {
  const query = new URLSearchParams();
  if (parent) query.set('parent', parent);
  if (q) query.set('q', q);
  if (sort !== 'joined') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/affiliate/team?${query}` : '/affiliate/team';
}
