import type { TeamMember } from '../../upstream/contract/affiliate';
import { contract } from '../../upstream/contract/contract';
import { pageNumber } from '../platform/page/paginator.server';
import type { Member } from '../platform/request/gates.server';
import { problem, redirect } from '../platform/request/responses.server';
import { type LineFilters, linePath, SORTS } from './line-filters';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 10;
/** The limits of the contract. */
const longestKey = 64;
const longestName = 50;

/** Loads a page of the direct line of the member or of a member below, or what a search finds there. */
export async function loadLine(current: Member) {
  const { searchParams } = current.url;
  const typed = filtersIn(searchParams);
  if (typed.parent.length > longestKey) throw problem({ kind: 'not_found' });
  const page = pageNumber(searchParams.get('page'));
  const { parent, q, sort } = typed;
  const query = { ...(parent && { parent }), ...(q && { q }), sort, page, per_page: SHOWN };
  const found = await current.api.call(contract.affiliate.listTeam, { query });
  if (page > found.last_page) throw await redirect(current, linePath(typed, found.last_page));
  const { current_page, last_page, from, to, total, currency } = found;
  return {
    typed,
    currency,
    above: found.above.map(({ key, name }) => ({ key, name })),
    page: { current_page, last_page, from, to, total },
    rows: found.data.map(rowOf),
    hasMore: Boolean(found.has_more),
  };
}

function filtersIn(query: URLSearchParams): LineFilters {
  return {
    parent: query.get('parent') ?? '',
    q: [...(query.get('q') ?? '').trim()].slice(0, longestName).join(''),
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'joined',
  };
}

const rowOf = ({ key, name, level, joined_at, volume, size, children }: TeamMember) => ({
  ...{ key, name, level, volume, size, children, joined: joined_at },
});

export type Line = Awaited<ReturnType<typeof loadLine>>;
