/**
 * Laravel's API Resources put a page's figures under `meta` and the addresses of others under `links`. Such a list is
 * brought into the paginator's own form, which is the contract's; everything else is left as it is.
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

/** What a query says is a page; the first one for whatever is no number. */
export const pageNumber = (value: string | null): number => (/^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1);
