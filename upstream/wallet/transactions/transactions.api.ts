import type { Context } from 'hono';
import { readLabel } from '../../contract/labels';
import * as calls from '../../contract/transactions';
import type { Deps } from '../../deps';
import type { Api, Env } from '../../http/env';
import { paginate } from '../../http/paginator';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { zoneOf } from '../days';
import { getTransaction, isNumbered, listByFilters, listByNumber, type Reader, showTransaction } from './transactions';
import { getYearlySummary, yearOf } from './yearly-summary';

/** Serves the list, one transaction, and the yearly summary. */
export function mountTransactions(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listTransactions), async (c) => {
    const { page, per_page: perPage, cursor, with: extra, ...filters } = c.req.valid('query');
    const reader = readerOf(c);
    if (isNumbered(filters) && cursor === undefined) {
      const { sort } = filters;
      const found = await listByNumber(deps.db, reader, { sort, page, perPage });
      return c.json(paginate(c.req.url, { ...found, page, perPage }), 200);
    }
    const withSums = extra === 'sums';
    const found = await listByFilters(deps.db, reader, filters, { cursor, perPage, withSums });
    return c.json(cursorPage(c.req.url, found, perPage), 200);
  });
  api.openapi(forMember(deps, calls.getTransaction), async (c) => {
    const { userId, language } = readerOf(c);
    const row = await getTransaction(deps.db, userId, readLabel(c.req.valid('param').label, 'TX'));
    return c.json(showTransaction(row, language), 200);
  });
  api.openapi(forMember(deps, calls.getYearlySummary), async (c) => {
    const reader = readerOf(c);
    const now = c.get('now');
    const year = c.req.valid('query').year ?? yearOf(now, reader.timeZone);
    return c.json(await getYearlySummary(deps.db, reader, year, now), 200);
  });
}

function readerOf(c: Context<Env>): Reader {
  const { user } = holderOf(c);
  requirePermission(user, 'wallet.view');
  return { userId: user.id, language: c.get('language'), timeZone: zoneOf(user, c.get('timeZone')) };
}

/** Returns the JSON of Laravel's CursorPaginator. Its addresses keep the other parameters of the request. */
function cursorPage(url: string, found: Awaited<ReturnType<typeof listByFilters>>, perPage: number) {
  const { origin, pathname, searchParams } = new URL(url);
  const path = origin + pathname.replace(/\/+$/, '');
  searchParams.delete('page');
  const urlOf = (cursor: string | null) => {
    if (cursor === null) return null;
    searchParams.set('cursor', cursor);
    return `${path}?${searchParams}`;
  };
  return {
    data: found.data,
    path,
    per_page: perPage,
    next_cursor: found.next,
    next_page_url: urlOf(found.next),
    prev_cursor: found.previous,
    prev_page_url: urlOf(found.previous),
    sums: found.sums,
  };
}
