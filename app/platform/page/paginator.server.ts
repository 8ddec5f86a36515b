/**
 * Converts a list of Laravel's API Resources to the form of the paginator, which the contract uses. API Resources put
 * the numbers of a page under `meta` and the URLs of other pages under `links`. Any other body is returned as it is.
 */
export function flattenPage(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body.data) || !isRecord(body.meta) || !isRecord(body.links)) return body;
  const { data, meta, links } = body;
  if (!('current_page' in meta) && !('next_cursor' in meta)) return body;
  return {
    ...meta,
    data,
    first_page_url: links.first,
    last_page_url: links.last,
    next_page_url: links.next ?? null,
    prev_page_url: links.prev ?? null,
  };
}

/**
 * Adds what a page lacks of the contract's paginator: a back end needs to send only `data`, `current_page`, `from`,
 * `to`, `total` and `next_page_url` (specification, section 3), and `simplePaginate` of Laravel sends no `total`. The
 * last page and the total are then the least that they can be. A last page below the first one, which would lead a list
 * back to itself, counts as missing. Pages in a field of the body are completed, too.
 */
export function completePages(body: unknown): unknown {
  if (!isRecord(body)) return body;
  if (isPage(body)) return completePage(body);
  const pages = Object.entries(body).filter(([, value]) => isRecord(value) && isPage(value));
  if (pages.length === 0) return body;
  return { ...body, ...Object.fromEntries(pages.map(([name, value]) => [name, completePage(value as Body)])) };
}

type Body = Record<string, unknown>;

/** Laravel's default for the rows of a page. */
const USUAL_ROWS = 15;

const isPage = (body: Body) =>
  Array.isArray(body.data) && 'current_page' in body && !(hasLastPage(body) && 'total' in body && 'links' in body);

const hasLastPage = (body: Body) => 'last_page' in body && !(Number(body.last_page) < 1);

function completePage(body: Body): Body {
  const current = Number(body.current_page);
  const rows = (body.data as unknown[]).length;
  const { from = null, to = null, next_page_url = null } = body;
  const perPage = Number(body.per_page ?? rows);
  const counted = Math.ceil(Number(body.total ?? 0) / (perPage || USUAL_ROWS));
  return {
    ...{ first_page_url: '', last_page_url: '', prev_page_url: null, links: [], path: '' },
    ...{ from, to, next_page_url, per_page: perPage, total: Number(to ?? 0) },
    ...body,
    ...(!hasLastPage(body) && {
      last_page: lastPage({ current, counted, isEmpty: rows === 0, hasNext: next_page_url !== null }),
    }),
  };
}

/** An empty page lies behind the last one, which is at least one page earlier. */
function lastPage({
  current,
  counted,
  isEmpty,
  hasNext,
}: Record<'current' | 'counted', number> & Record<'isEmpty' | 'hasNext', boolean>) {
  if (hasNext) return Math.max(current + 1, counted);
  return Math.max(1, isEmpty ? Math.min(current - 1, counted) : current);
}

const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the page number of a query; 1 if it is not a number. */
export const pageNumber = (value: string | null): number => (/^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1);
