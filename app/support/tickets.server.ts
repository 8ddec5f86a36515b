import { contract } from '../../upstream/contract/contract';
import type { TicketLine } from '../../upstream/contract/support-tickets';
import { pageNumber } from '../platform/page/paginator.server';
import type { Member } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { type TypedTicketFilters, ticketFiltersIn, ticketsPath, WORDS } from './ticket-filters';
import { STATES, stateOf, statusOf } from './ticket-states';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 10;

/** Loads a page of the member's tickets with the number in each state, or the error of what was typed as a search. */
export async function loadTickets(current: Member) {
  const { searchParams } = current.url;
  const typed = ticketFiltersIn(searchParams);
  const errors = { q: faultsOf(current, typed) };
  const { q, state } = typed;
  const page = pageNumber(searchParams.get('page'));
  const found = await current.api.call(contract.supportTickets.listTickets, {
    query: {
      page,
      per_page: SHOWN,
      ...(state && { status: statusOf(state) }),
      ...(q && errors.q.length === 0 && { q }),
    },
  });
  if (page > found.last_page) throw await redirect(current, ticketsPath(typed, found.last_page));
  const { current_page, last_page, from, to, total } = found;
  const hasFault = errors.q.length > 0;
  return {
    typed,
    errors,
    counts: STATES.map((one) => ({ state: one, count: found.counts[statusOf(one)] ?? 0 })),
    page: { current_page, last_page, from, to, total, hasMore: found.has_more ?? false },
    tickets: hasFault ? [] : found.data.map(rowOf),
    mayWrite: maySend(current),
  };
}

/** Whether the member may write to support. Staff in ghost mode may not. */
export const maySend = ({ member }: Member): boolean =>
  !member.ghost && member.user.permissions.includes('support.write');

function faultsOf({ t }: Member, { q }: TypedTicketFilters): string[] {
  const { min, max } = WORDS;
  if (q === '' || (q.length >= min && q.length <= max)) return [];
  return [t('support:tickets.words', { min, max })];
}

const rowOf = ({ id, number, subject, category, status, unread_count, reference, last_reply_at }: TicketLine) => ({
  ...{ id, number, subject, category, state: stateOf(status), unread: unread_count },
  ...{ reference: reference?.label ?? null, at: last_reply_at },
});

export type ListedTicket = ReturnType<typeof rowOf>;
