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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the page number of a query; 1 if it is not a number. */
export const pageNumber = (value: string | null): number => (/^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1);
