/** Tickets for appointments: registering, the waiting list, canceling, the pass. Rules: docs/product/appointments.md. */

import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { mostGuests, mostNotes } from './appointment-facts';
import { AppointmentSummary, appointmentParams, TicketStatus } from './appointments';
import { answers, asMember, body, Instant, memberFailures, PersonName, Problem } from './shapes';
import { verification } from './verification';
import { Amount, Document, idempotency, TimelineStep } from './wallet';

/** The name of a holder or a guest. */
export const TicketName = PersonName(80);

export const Ticket = z
  .object({
    /** Twelve characters, which open the door: `QX7M11DD80AB`. */
    code: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{12}$/),
    appointment: AppointmentSummary.omit({ my_ticket: true }).extend({
      /** Only from an hour before the start. */
      online_url: z.url({ protocol: /^https$/ }).nullish(),
    }),
    status: TicketStatus,
    name: z.string(),
    guests: z.array(z.object({ name: z.string() })).max(mostGuests),
    notes: z.string(),
    /** How many parties on the waiting list are before this one; null if it does not wait. */
    ahead: z.int().nullable(),
    /** Until when an offer can be taken. */
    offer_expires_at: Instant.nullable(),
    checked_in_at: Instant.nullable(),
    /** The signed text of the QR code; null unless the ticket opens the door. */
    qr_payload: z.string().max(400).nullable(),
    ics_url: z.string(),
    pdf_url: z.string(),
    /** The order of a paid ticket. */
    order_label: z.string().nullish(),
    /** What the order took from the balance or by transfer; null if the ticket is free. */
    price: Amount.nullable(),
    created_at: Instant,
    /** The history, oldest first. */
    timeline: z.array(TimelineStep),
    actions: z.array(z.enum(['cancel', 'accept', 'decline', 'pay'])),
    /** What canceling now pays back; null if it pays back nothing. */
    refund: Amount.nullable(),
  })
  .openapi('Ticket');
export type Ticket = z.infer<typeof Ticket>;

const conflict = (codes: string) => ({ 409: answers(Problem, `${codes}, or a block of the wallet`) });

/** What pays a ticket. More than `0.00` from the balance needs the verification step. */
const payment = {
  /** What the balance pays, as the member saw it; the rest is transferred. */
  from_balance: z
    .string()
    .regex(/^\d{1,10}\.\d{2}$/)
    .default('0.00'),
  ...verification,
};

export const registerTicket = createRoute({
  method: 'post',
  path: '/appointments/{label}/tickets',
  tags: ['Appointments'],
  operationId: 'registerTicket',
  summary: 'Register, or join the waiting list; a place with a price is held until its order is paid or ends',
  ...asMember,
  request: {
    params: appointmentParams,
    headers: idempotency,
    ...body(
      z.strictObject({
        name: TicketName,
        guests: z.array(TicketName).max(mostGuests).default([]),
        notes: z.string().trim().max(mostNotes).default(''),
        /** The member knows of another ticket at this time. Without it such a registration is 409 `overlap`. */
        overlap: z.boolean().default(false),
        /** The member accepts the waiting list. Without it a party for which no place is free is 409 `full`. */
        wait: z.boolean().default(false),
        ...payment,
      }),
    ),
  },
  responses: {
    201: answers(Ticket, 'The ticket; its order, if it costs something, is `order_label`'),
    ...conflict('`full`, `overlap`, `not_open`, `closed`, `canceled`, `has_ticket`, `too_large`, `balance_changed`'),
    ...memberFailures,
  },
});

export const acceptOffer = createRoute({
  method: 'post',
  path: '/appointments/{label}/tickets/accept',
  tags: ['Appointments'],
  operationId: 'acceptOffer',
  summary: 'Take the place that is offered',
  ...asMember,
  request: { params: appointmentParams, headers: idempotency, ...body(z.strictObject(payment)) },
  responses: {
    200: answers(Ticket, 'The ticket'),
    ...conflict('`no_offer`, `offer_expired`, `canceled`, `balance_changed`'),
    ...memberFailures,
  },
});

export const declineOffer = createRoute({
  method: 'post',
  path: '/appointments/{label}/tickets/decline',
  tags: ['Appointments'],
  operationId: 'declineOffer',
  summary: 'Leave the offered place to others; twice changes nothing',
  ...asMember,
  request: { params: appointmentParams },
  responses: { 200: answers(Ticket, 'The ticket'), ...conflict('`no_offer`'), ...memberFailures },
});

export const cancelTicket = createRoute({
  method: 'post',
  path: '/appointments/{label}/tickets/cancel',
  tags: ['Appointments'],
  operationId: 'cancelTicket',
  summary: 'Cancel the ticket, or leave the waiting list; the price goes back to the balance; twice changes nothing',
  ...asMember,
  request: { params: appointmentParams },
  responses: { 200: answers(Ticket, 'The ticket'), ...conflict('`too_late`, `checked_in`'), ...memberFailures },
});

export const getAppointmentTicket = createRoute({
  method: 'get',
  path: '/appointments/{label}/ticket',
  tags: ['Appointments'],
  operationId: 'getAppointmentTicket',
  summary: 'The member’s ticket; 404 without one',
  ...withAbility('appointments:read'),
  request: { params: appointmentParams },
  responses: { 200: answers(Ticket, 'The ticket'), ...memberFailures },
});

const calendar = { 'text/calendar': { schema: z.string() } };

export const getTicketCalendar = createRoute({
  method: 'get',
  path: '/appointments/{label}/ticket.ics',
  tags: ['Appointments'],
  operationId: 'getTicketCalendar',
  summary: 'The appointment of the ticket as iCalendar (RFC 5545)',
  ...withAbility('appointments:read'),
  request: { params: appointmentParams },
  responses: { 200: { description: 'The file', content: calendar }, ...memberFailures },
});

export const getTicketPdf = createRoute({
  method: 'get',
  path: '/appointments/{label}/ticket/pdf',
  tags: ['Appointments'],
  operationId: 'getTicketPdf',
  summary: 'The ticket with its code as a PDF; 409 unless it opens the door',
  ...withAbility('appointments:read'),
  request: { params: appointmentParams },
  responses: { 200: answers(Document, 'The PDF'), ...conflict('`not_valid`'), ...memberFailures },
});
