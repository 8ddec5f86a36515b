/** Addresses of appointments: of the list with its filters, of an appointment, and of its ticket. */
import { type AppointmentKind, appointmentKinds } from '../../upstream/contract/appointment-facts';
import { calendarDayIn } from '../ui/dates';

export const APPOINTMENTS = '/appointments';
export const CHECK_IN = '/check-in';

export interface ListFilters {
  kind: AppointmentKind | '';
  mine: '1' | '';
  past: '1' | '';
  /** The month of the calendar, `2026-12`; empty for the list of all that come. */
  month: string;
}

/** Reads the filters of the address. What no link sends is left out. */
export const listFiltersIn = (search: URLSearchParams): ListFilters => ({
  kind: appointmentKinds.find((kind) => kind === search.get('kind')) ?? '',
  mine: search.get('mine') === '1' ? '1' : '',
  past: search.get('past') === '1' ? '1' : '',
  month: /^20\d\d-(0[1-9]|1[0-2])$/.exec(search.get('month') ?? '')?.[0] ?? '',
});

/** Returns the address of the list with these filters. Unset filters are left out. */
export function listPath(filters: Partial<ListFilters>, page = 1): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${APPOINTMENTS}?${query}` : APPOINTMENTS;
}

export const appointmentPath = (label: string): string => `/appointment/register-ticket/${label}`;

export const ticketPath = (label: string): string => `/appointment/ticket/${label}`;

/** Returns the address of the check-in of one appointment. */
export const doorPath = (label: string, query: Record<string, string> = {}): string =>
  `${CHECK_IN}?${new URLSearchParams({ appointment: label, ...query })}`;

/** A search on a map that needs no key and no script. */
export const mapPath = (location: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: location })}`;

/** Returns the month of today in a zone: `2026-11`. */
export const monthNow = (now: number, timeZone: string): string => calendarDayIn(now, timeZone).slice(0, 7);

/** Returns the address of the step that pays a ticket. */
export const payPath = (label: string): string => `${appointmentPath(label)}/review`;
