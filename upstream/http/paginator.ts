/** Laravel 11's LengthAwarePaginator as JSON, key for key. The window of links is its UrlWindow with 3 on each side. */
export interface Page<T> {
  current_page: number;
  data: T[];
  first_page_url: string;
  from: number | null;
  last_page: number;
  last_page_url: string;
  links: PageLink[];
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number | null;
  total: number;
}

interface PageLink {
  url: string | null;
  label: string;
  page?: number | null;
  active: boolean;
}

/**
 * Returns one page of a list. `url` is the address of the request; the links keep its other query parameters, as in
 * Laravel's `withQueryString()`. `page` starts at 1; `data` holds at most `perPage` items of `total`.
 */
export function paginate<T>(
  url: string,
  { data, total, page, perPage }: { data: T[]; total: number; page: number; perPage: number },
): Page<T> {
  const { path, urlOf } = addresses(url);
  const last = Math.max(Math.ceil(total / perPage), 1);
  const from = data.length > 0 ? (page - 1) * perPage + 1 : null;
  const previous = page > 1 ? page - 1 : null;
  const next = page < last ? page + 1 : null;
  const urlIf = (target: number | null) => (target === null ? null : urlOf(target));
  const link = (target: number | null, label: string): PageLink => ({
    url: urlIf(target),
    label,
    page: target,
    active: target === page,
  });
  const numbers = windowOf(page, last).map((number) =>
    number === null ? { url: null, label: '...', active: false } : link(number, String(number)),
  );
  return {
    current_page: page,
    data,
    first_page_url: urlOf(1),
    from,
    last_page: last,
    last_page_url: urlOf(last),
    links: [link(previous, '&laquo; Previous'), ...numbers, link(next, 'Next &raquo;')],
    next_page_url: urlIf(next),
    path,
    per_page: perPage,
    prev_page_url: urlIf(previous),
    to: from === null ? null : from + data.length - 1,
    total,
  };
}

/** Returns the total, which each row of a page carries. A page beyond the last has no rows, so the total is counted. */
export async function countTotal(
  rows: { total: number }[],
  page: number,
  count: () => PromiseLike<number>,
): Promise<number> {
  return rows[0]?.total ?? (page === 1 ? 0 : count());
}

function addresses(url: string) {
  const { origin, pathname, searchParams } = new URL(url);
  const path = origin + pathname.replace(/\/+$/, '');
  searchParams.delete('page');
  const urlOf = (page: number) => `${path}?${new URLSearchParams([...searchParams, ['page', String(page)]])}`;
  return { path, urlOf };
}

const onEachSide = 3;

/** Returns the page numbers to link; null is the gap. */
function windowOf(page: number, last: number): (number | null)[] {
  const near = onEachSide + 4;
  const start = [1, 2, null];
  const end = [null, last - 1, last];
  if (last < onEachSide * 2 + 8) return range(1, last);
  if (page <= near) return [...range(1, near + onEachSide), ...end];
  if (page > last - near) return [...start, ...range(last - (near + onEachSide - 1), last)];
  return [...start, ...range(page - onEachSide, page + onEachSide), ...end];
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
