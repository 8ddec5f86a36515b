import type { ActionFunctionArgs } from '@remix-run/node';
import type { AppointmentSummary } from '../../upstream/contract/appointments';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { newIdempotencyKey, onceBy } from '../platform/form/idempotency.server';
import { pageNumber } from '../platform/page/paginator.server';
import { env } from '../platform/request/env.server';
import { problemOf } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { calendarDayIn } from '../ui/dates';
import { type ListFilters, listFiltersIn, listPath, monthNow, ticketPath } from './appointment-path';
import { listSchema } from './list.schema';
import { daysOf } from './month';
import { isLive, stateOf } from './ticket-states';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 5;
/** A month is shown whole. */
const MOST_IN_MONTH = 100;

/** Loads the list with its month, the member's offers and the private calendar. */
export async function loadList(current: Member) {
  const { searchParams } = current.url;
  const filters = listFiltersIn(searchParams);
  const { timeZone } = current.preferences;
  const now = Date.now();
  const month = filters.month || monthNow(now, timeZone);
  const page = pageNumber(searchParams.get('page'));
  const [found, ofMonth, feed] = await Promise.all([
    filters.month ? null : listOf(current, filters, { page, per_page: SHOWN, ...(filters.past && { past: '1' }) }),
    filters.past ? null : listOf(current, filters, { per_page: MOST_IN_MONTH, ...daysOf(month) }),
    loadFeed(current),
  ]);
  const listed = found ?? ofMonth;
  if (!listed) throw new Error('A list has its page or its month');
  if (page > listed.last_page) throw await redirect(current, listPath(filters, listed.last_page));
  const { current_page, last_page, from, to, total, data, mine, offers } = listed;
  return {
    filters,
    month,
    today: calendarDayIn(now, timeZone),
    page: { current_page, last_page, from, to, total },
    lines: data.map((one) => lineOf(one, now)),
    days: ofMonth ? ofMonth.data.map((one) => cellOf(one, timeZone)) : null,
    mine,
    offers: current.member.ghost ? [] : offers.map(offerOf),
    feed,
    opensDoors: current.member.user.permissions.includes('event.check_in'),
  };
}

type Query = { page?: number; per_page: number; past?: '1'; from?: string; to?: string };

const listOf = ({ api }: Member, { kind, mine }: ListFilters, query: Query) =>
  api.call(contract.appointments.listAppointments, {
    query: { ...query, ...(kind && { kind }), ...(mine && { mine }) },
  });

/** What a line shows, and no more: the list is sent as HTML and again as data. */
const lineOf = (one: AppointmentSummary, now: number) => ({
  ...{ label: one.label, kind: one.kind, title: one.title, timezone: one.timezone, location: one.location },
  ...{ starts_at: one.starts_at, ends_at: one.ends_at, state: stateOf(one, now) },
  price: one.price && { amount: one.price, currency: one.currency },
  places:
    one.status === 'finished' || one.status === 'canceled'
      ? null
      : { available: one.available, capacity: one.capacity, waiting: one.waiting },
  hasTicket: one.my_ticket !== null && isLive(one.my_ticket.status),
});

export type ListedAppointment = ReturnType<typeof lineOf>;

const cellOf = ({ label, kind, title, starts_at, my_ticket }: AppointmentSummary, timeZone: string) => ({
  ...{ label, kind, title, at: starts_at, day: calendarDayIn(new Date(starts_at).getTime(), timeZone) },
  hasTicket: my_ticket !== null && isLive(my_ticket.status),
});

export type DayEntry = ReturnType<typeof cellOf>;

const offerOf = ({ label, title, starts_at, ends_at, price, my_ticket }: AppointmentSummary) => ({
  ...{ label, title, starts_at, ends_at, isFree: price === null },
  until: my_ticket?.offer_expires_at ?? null,
});

export type Offer = ReturnType<typeof offerOf>;

/** Returns the state of the calendar, with its address while that can be shown; null where there is none. */
async function loadFeed(current: Member) {
  if (current.member.ghost) return null;
  const answer = await current.api.attempt(contract.appointmentsFeed.getCalendarFeed);
  // A back end without it shows the list all the same.
  if (!answer.ok) return null;
  const { feed } = answer.data;
  const origin = env().publicUrl ?? current.url.origin;
  return { isOn: feed !== null, address: feed?.token ? `${origin}/feeds/appointments/${feed.token}.ics` : null };
}

/** Does what the button of the page says. */
export async function changeList(args: ActionFunctionArgs, current: Member) {
  const { searchParams } = current.url;
  const back = listPath(listFiltersIn(searchParams), pageNumber(searchParams.get('page')));
  const { redisplay } = await postedForm(current);
  // After a change of language or after unlocking, the member sees the page again before anything happens.
  if (redisplay) return redirect(current, back);
  const { value } = await parseForm(args, listSchema);
  if (!value) throw await refused(current);
  if (value.intent === 'accept' || value.intent === 'decline') return answerOffer(current, value.intent, value, back);
  const { attempt } = current.api;
  const done = await attempt(
    value.intent === 'end_feed'
      ? contract.appointmentsFeed.deleteCalendarFeed
      : contract.appointmentsFeed.createCalendarFeed,
  );
  if (!done.ok) throw problemOf(done.failure, current.requestId);
  return redirectWithFlash(current, back, { kind: 'success', text: FEED_DONE[value.intent] });
}

const FEED_DONE = {
  make_feed: 'appointment:feed.made',
  renew_feed: 'appointment:feed.renewed',
  end_feed: 'appointment:feed.ended',
} as const;

/** Takes a free place, or leaves it to the next party. A place with a price has a page for its payment. */
export async function answerOffer(
  current: Member,
  intent: 'accept' | 'decline',
  { label = '' }: { label?: string },
  back: string,
) {
  const params = { label };
  const done =
    intent === 'accept'
      ? await current.api.attempt(contract.appointmentsTickets.acceptOffer, {
          params,
          json: {},
          ...onceBy({ idempotency_key: newIdempotencyKey() }),
        })
      : await current.api.attempt(contract.appointmentsTickets.declineOffer, { params });
  // The offer ended, or another tab has answered it.
  if (!done.ok && done.failure.status === 409) {
    return redirectWithFlash(current, back, { kind: 'warning', text: 'appointment:offer.over' });
  }
  if (!done.ok) throw problemOf(done.failure, current.requestId);
  if (intent === 'decline')
    return redirectWithFlash(current, back, { kind: 'success', text: 'appointment:offer.declined' });
  return redirectWithFlash(current, ticketPath(label), { kind: 'success', text: 'appointment:offer.accepted' });
}
