/** Shows appointments in the shape of the contract. */

import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { mostGuests } from '../contract/appointment-facts';
import type { Appointment, AppointmentSummary, TicketStatus } from '../contract/appointments';
import type { Language } from '../http/env';
import { decimal } from '../ledger/ledger';
import { type AppointmentRow, freeOf, showsAddress, statusOf } from './appointment-times';
import { appointments } from './appointments.tables';
import { appointmentTickets, overStates } from './tickets/tickets.tables';

/** Who looks, in which language, and when. */
export interface Viewer {
  userId: number;
  language: Language;
  now: Date;
}

export interface OwnTicket {
  status: TicketStatus;
  places: number;
  offerExpiresAt: string | null;
  orderLabel: string | null;
}

const over = sql.raw(overStates.map((state) => `'${state}'`).join(', '));

/** The condition that a row of `appointment_tickets` is not over. */
export const isLive = sql<boolean>`${appointmentTickets.status} not in (${over})`;

/** The member's ticket that is not over, or the last one that is, as a column of a query on `appointments`. */
export const ownTicket = (userId: number | Placeholder) => sql<OwnTicket | null>`(
  select json_build_object('status', status, 'places', places, 'offerExpiresAt', offer_expires_at, 'orderLabel', order_label)
  from ${appointmentTickets}
  where ${and(eq(appointmentTickets.appointmentLabel, appointments.label), eq(appointmentTickets.userId, userId))}
  order by ${isLive} desc, id desc limit 1)`;

/** The places of the smallest and of the largest party that waits, as columns of a query on `appointments`. */
const ofWaiting = (aggregate: 'min' | 'max') => sql<number | null>`(
  select ${sql.raw(aggregate)}(places) from ${appointmentTickets}
  where appointment_label = ${appointments.label} and status = 'waitlisted')`;
export const waitingParties = { smallest: ofWaiting('min'), largest: ofWaiting('max') };

const inLanguage = (language: Language, { en, de }: { en: string; de: string }): string =>
  language === 'de' ? de : en;

export const titleIn = ({ title, titleDe }: Pick<AppointmentRow, 'title' | 'titleDe'>, language: Language): string =>
  inLanguage(language, { en: title, de: titleDe });

export function showSummary(
  { appointment, own }: { appointment: AppointmentRow; own: OwnTicket | null },
  { language, now }: Pick<Viewer, 'language' | 'now'>,
): AppointmentSummary {
  const { price, currency } = appointment;
  return {
    label: appointment.label,
    kind: appointment.kind,
    title: titleIn(appointment, language),
    starts_at: appointment.startsAt.toISOString(),
    ends_at: appointment.endsAt.toISOString(),
    timezone: appointment.timezone,
    location: appointment.location,
    capacity: appointment.capacity,
    available: freeOf(appointment),
    waiting: appointment.waiting,
    price: price === null ? null : decimal(price, currency),
    currency,
    registration_opens_at: appointment.registrationOpensAt.toISOString(),
    registration_closes_at: appointment.registrationClosesAt.toISOString(),
    cancelable_until: appointment.cancelableUntil.toISOString(),
    status: statusOf(appointment, now),
    is_featured: appointment.isFeatured,
    my_ticket: own && {
      status: own.status,
      places: own.places,
      offer_expires_at: own.offerExpiresAt && new Date(own.offerExpiresAt).toISOString(),
      order_label: own.orderLabel,
    },
  };
}

/** The states whose ticket opens the door. */
export const opensDoor = (status: TicketStatus): boolean => status === 'registered' || status === 'checked_in';

interface Found {
  appointment: AppointmentRow;
  own: OwnTicket | null;
  smallest: number | null;
  largest: number | null;
  overlaps: { label: string; title: string; titleDe: string; startsAt: Date; endsAt: Date }[];
}

export function showAppointment(found: Found, viewer: Viewer): Appointment {
  const { appointment, own, smallest, largest, overlaps } = found;
  const { language, now } = viewer;
  const hasAddress = own !== null && opensDoor(own.status) && showsAddress(appointment, now);
  return {
    ...showSummary(found, viewer),
    description_html: inLanguage(language, { en: appointment.descriptionHtml, de: appointment.descriptionHtmlDe }),
    programme: appointment.programme.map(({ at, title, note }) => ({
      at,
      title: inLanguage(language, title),
      note: note ? inLanguage(language, note) : null,
    })),
    speakers: appointment.speakers.map(({ name, about }) => ({ name, about: inLanguage(language, about) })),
    online_url: hasAddress ? appointment.onlineUrl : null,
    largest_waiting: largest ?? 0,
    open_to: openTo(appointment, smallest, now),
    overlaps: overlaps.map((other) => ({
      label: other.label,
      title: titleIn(other, language),
      starts_at: other.startsAt.toISOString(),
      ends_at: other.endsAt.toISOString(),
    })),
    canceled_reason:
      appointment.canceledReason === null || appointment.canceledReasonDe === null
        ? null
        : inLanguage(language, { en: appointment.canceledReason, de: appointment.canceledReasonDe }),
    updated_at: appointment.updatedAt.toISOString(),
  };
}

/** A newcomer gets a free place only if no waiting party fits. */
export function openTo(appointment: AppointmentRow, smallestWaiting: number | null, now: Date): number {
  const status = statusOf(appointment, now);
  if (status !== 'scheduled') return 0;
  const free = freeOf(appointment);
  return smallestWaiting !== null && smallestWaiting <= free ? 0 : Math.min(free, 1 + mostGuests);
}
