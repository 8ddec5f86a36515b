import { contract } from '../../upstream/contract/contract';
import { pageNumber } from '../platform/page/paginator.server';
import type { RequestContext } from '../platform/request/request-context.server';

/** The page weight leaves room for no more. */
const SHOWN = { accesses: 4, visits: 15 };

/**
 * Returns the accesses by staff, and the visited pages of one: the access that the query names (`access`), or else the
 * open one. `accesses` and `visits` of the query are the page numbers of the two lists.
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
