import { contract } from '../../upstream/contract/contract';
import { pageNumber } from '../platform/paginator.server';
import type { RequestContext } from '../platform/request-context.server';

/** As many as the page has room for within its weight. */
const SHOWN = { accesses: 4, visits: 15 };

/**
 * When staff looked at the member's area, and the pages of one access: the one that the query names (`access`), else
 * one that goes on. Pages of both lists: `accesses` and `visits` of the query.
 */
export async function ghostAccessOf(current: RequestContext) {
  const { api, url } = current;
  const list = await api.call(contract.ghost.listGhostAccess, {
    query: { page: pageNumber(url.searchParams.get('accesses')), per_page: SHOWN.accesses },
  });
  const id = url.searchParams.get('access') ?? list.data.find(({ ended_by }) => ended_by === null)?.id;
  const query = { page: pageNumber(url.searchParams.get('visits')), per_page: SHOWN.visits };
  const one = id ? await api.attempt(contract.ghost.getGhostAccess, { params: { id: id.slice(0, 64) }, query }) : null;
  const { data, current_page, last_page, from, to, total } = list;
  return {
    accesses: { data, current_page, last_page, from, to, total },
    open: one?.ok ? { id: one.data.id, visits: one.data.visits } : null,
  };
}
