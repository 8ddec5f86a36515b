/** Appointments, and what a member sees of them. Rules: docs/product/appointments.md. Tickets are in `appointments-tickets.ts`. */

import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { appointmentKinds, mostGuests } from './appointment-facts';
import { answers, Day, Instant, memberFailures, PageQuery, page } from './shapes';
import { Amount, Currency } from './wallet';

/**
 * `full`: no place is free. `closed`: nobody can register any more, or not yet. `finished`: the end has passed. A
 * canceled appointment stays `canceled`.
 */
export const AppointmentStatus = z.enum(['scheduled', 'full', 'closed', 'canceled', 'finished']);
export type AppointmentStatus = z.infer<typeof AppointmentStatus>;

/**
 * `reserved`: the place is held while its order is open. `offered`: somebody from the waiting list may take the place
 * until `offer_expires_at`. `expired`: an offer or an order ended unused. `no_show`: the appointment ended without them.
 */
export const TicketStatus = z.enum([
  'waitlisted',
  'offered',
  'reserved',
  'registered',
  'checked_in',
  'canceled',
  'expired',
  'no_show',
]);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** As much of the member's own ticket as a list needs. */
const OwnTicket = z.object({
  status: TicketStatus,
  /** The member and the guests. */
  places: z
    .int()
    .min(1)
    .max(1 + mostGuests),
  /** Set for an offer: until when it can be taken. */
  offer_expires_at: Instant.nullable(),
  /** The order of a reserved or paid place. */
  order_label: z.string().nullable(),
});

export const AppointmentSummary = z
  .object({
    label: z.string(),
    kind: z.enum(appointmentKinds),
    title: z.string(),
    starts_at: Instant,
    ends_at: Instant,
    /** The zone of the place: `Europe/Berlin`. */
    timezone: z.string(),
    /** Null for an online appointment. */
    location: z.string().nullable(),
    capacity: z.int(),
    /** Places that are neither taken nor held. */
    available: z.int(),
    /** Parties on the waiting list. */
    waiting: z.int(),
    /** The price of one place; null if it is free. */
    price: Amount.nullable(),
    currency: Currency,
    registration_opens_at: Instant,
    registration_closes_at: Instant,
    /** Until when a ticket can be canceled with a refund. */
    cancelable_until: Instant,
    status: AppointmentStatus,
    is_featured: z.boolean(),
    /** The member's ticket that is not over, or the last one that is. */
    my_ticket: OwnTicket.nullable(),
  })
  .openapi('AppointmentSummary');
export type AppointmentSummary = z.infer<typeof AppointmentSummary>;

export const Appointment = AppointmentSummary.extend({
  /** HTML of the staff's Markdown, cleaned when it was saved. */
  description_html: z.string(),
  programme: z.array(z.object({ at: Instant, title: z.string(), note: z.string().nullish() })),
  speakers: z.array(z.object({ name: z.string(), about: z.string() })).nullish(),
  /** Only for holders of a ticket, from an hour before the start. */
  online_url: z.url({ protocol: /^https$/ }).nullish(),
  /** The places of the largest party that waits; 0 if nobody waits. */
  largest_waiting: z.int().nullish(),
  /** The most places of a party that could be registered now, without the waiting list. */
  open_to: z.int(),
  /** The member's tickets at the same time. */
  overlaps: z.array(AppointmentSummary.pick({ label: true, title: true, starts_at: true, ends_at: true })),
  /** Why it was canceled. */
  canceled_reason: z.string().nullish(),
  updated_at: Instant,
}).openapi('Appointment');
export type Appointment = z.infer<typeof Appointment>;

export const AppointmentFilters = PageQuery.extend({
  kind: z.enum(appointmentKinds).optional(),
  /** `1`: only those for which the member holds a ticket that is not over. */
  mine: z.enum(['1']).optional(),
  /** Days in the member's time zone, both included. Without them, all that have not ended, the next one first. */
  from: Day.optional(),
  to: Day.optional(),
  /** `1`: those that have ended, the newest first. */
  past: z.enum(['1']).optional(),
});
export type AppointmentFilters = z.infer<typeof AppointmentFilters>;

export const Appointments = page(AppointmentSummary)
  .extend({
    /** How many the member holds a ticket for and that have not ended. */
    mine: z.int(),
    /** Offers of places that wait for the member, the first to end comes first. */
    offers: z.array(AppointmentSummary),
  })
  .openapi('Appointments');
export type Appointments = z.infer<typeof Appointments>;

export const listAppointments = createRoute({
  method: 'get',
  path: '/appointments',
  tags: ['Appointments'],
  operationId: 'listAppointments',
  summary: 'Appointments by time; canceled ones only for those who held a ticket',
  ...withAbility('appointments:read'),
  request: { query: AppointmentFilters },
  responses: { 200: answers(Appointments, 'One page'), ...memberFailures },
});

export const getFeaturedAppointment = createRoute({
  method: 'get',
  path: '/appointments/featured',
  tags: ['Appointments'],
  operationId: 'getFeaturedAppointment',
  summary: 'The featured appointment that is next; null if there is none',
  ...withAbility('appointments:read'),
  responses: {
    200: answers(z.object({ appointment: Appointment.nullable() }), 'The appointment, or null'),
    ...memberFailures,
  },
});

/** The label in the path of a call. */
export const appointmentParams = z.object({
  label: z
    .string()
    .max(20)
    .openapi({ param: { name: 'label', in: 'path' }, example: 'AP-6K1WZ8PDR' }),
});

export const getAppointment = createRoute({
  method: 'get',
  path: '/appointments/{label}',
  tags: ['Appointments'],
  operationId: 'getAppointment',
  summary: 'One appointment',
  ...withAbility('appointments:read'),
  request: { params: appointmentParams },
  responses: { 200: answers(Appointment, 'The appointment'), ...memberFailures },
});
