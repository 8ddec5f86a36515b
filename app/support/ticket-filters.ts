/** The addresses of the member's tickets: of the list with its filters, and of a ticket with its pages of messages. */
import { STATES, type TicketState } from './ticket-states';

export interface TypedTicketFilters {
  q: string;
  state: TicketState | '';
}

export const TICKETS = '/support/tickets';

/** What the call takes as words of a search. */
export const WORDS = { min: 2, max: 100 };

/** Reads the filters as typed. A state that no link sends is left out. */
export const ticketFiltersIn = (search: URLSearchParams): TypedTicketFilters => ({
  q: (search.get('q') ?? '').trim(),
  state: STATES.find((state) => state === search.get('state')) ?? '',
});

/** Returns the address of the list with these filters. Unset filters are left out. */
export function ticketsPath(filters: Partial<TypedTicketFilters>, page = 1): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${TICKETS}?${query}` : TICKETS;
}

/** Returns the address of the first message of a ticket that the member has not seen, or of its newest one. */
export const newMessagePath = (id: number): string => `/support/ticket/${id}#new`;

/** Returns the address of a ticket. Its first page has the newest messages. */
export const ticketPath = (id: number, page = 1): string => `/support/ticket/${id}${page > 1 ? `?page=${page}` : ''}`;

/** The parameter with the id of a message that is shown whole. */
export const WHOLE = 'whole';

/** The parameter with the part of its text, if it is a long one. */
export const PART = 'part';

/** Returns the address of a message of a page with its whole text, or with a part of it. */
export function wholeMessagePath(id: number, page: number, message: string, part = 1): string {
  const parts = {
    ...(page > 1 && { page: String(page) }),
    [WHOLE]: message,
    ...(part > 1 && { [PART]: String(part) }),
  };
  return `/support/ticket/${id}?${new URLSearchParams(parts)}`;
}
