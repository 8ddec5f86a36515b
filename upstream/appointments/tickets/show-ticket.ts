/** Shows a member's ticket in the shape of the contract. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { TicketStatus } from '../../contract/appointments';
import type { Ticket } from '../../contract/appointments-tickets';
import type { Queryable } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import { type AppointmentRow, showsAddress } from '../appointment-times';
import { appointments } from '../appointments.tables';
import { signTicket } from '../door/ticket-signature';
import { isLive, opensDoor, showSummary, type Viewer } from '../show-appointment';
import { appointmentTicketSteps, appointmentTickets, type Reason } from './tickets.tables';
import { textsIn } from './tickets.texts';

export type TicketRow = typeof appointmentTickets.$inferSelect;

interface TicketStep {
  status: TicketStatus;
  why: Reason | null;
  at: string;
}

const stepsOfTicket = sql<TicketStep[]>`(
  select coalesce(json_agg(json_build_object('status', s.status, 'why', s.why, 'at', s.at) order by s.id), '[]')
  from ${appointmentTicketSteps} as s where s.ticket_id = ${appointmentTickets.id})`;

const ahead = sql<number>`(
  select count(*)::int from ${appointmentTickets} as o
  where o.appointment_label = ${appointmentTickets.appointmentLabel} and o.status = 'waitlisted' and o.id < ${appointmentTickets.id})`;

/** Returns the member's ticket that is not over, or the last one that is; null without one. */
export async function findOwnTicket(db: Queryable, userId: number, label: string) {
  const [found] = await db
    .select({ ticket: appointmentTickets, appointment: appointments, steps: stepsOfTicket, ahead })
    .from(appointmentTickets)
    .innerJoin(appointments, eq(appointments.label, appointmentTickets.appointmentLabel))
    .where(and(eq(appointmentTickets.appointmentLabel, label), eq(appointmentTickets.userId, userId)))
    .orderBy(desc(isLive), desc(appointmentTickets.id))
    .limit(1);
  return found ?? null;
}

export type FoundTicket = NonNullable<Awaited<ReturnType<typeof findOwnTicket>>>;

/** @throws NotFound without a ticket */
export async function readTicket(
  db: Queryable,
  { config }: Pick<Deps, 'config'>,
  viewer: Viewer,
  label: string,
): Promise<Ticket> {
  const found = await findOwnTicket(db, viewer.userId, label);
  if (!found) throw new NotFound();
  return showTicket(config, found, viewer);
}

/** Returns the price of the party in minor units, or null for a free ticket. */
export const priceOf = ({ price }: AppointmentRow, { places }: Pick<TicketRow, 'places'>): bigint | null =>
  price === null ? null : price * BigInt(places);

/** Whether the member may cancel the ticket, or leave the waiting list, at `now`. */
export function isCancelable({ ticket, appointment }: Pick<FoundTicket, 'ticket' | 'appointment'>, now: Date): boolean {
  switch (ticket.status) {
    case 'waitlisted':
    case 'offered':
    case 'reserved':
      return true;
    case 'registered':
      // A free place helps somebody until the start.
      return now < (appointment.price === null ? appointment.startsAt : appointment.cancelableUntil);
    default:
      return false;
  }
}

function showTicket(
  config: Deps['config'],
  found: FoundTicket,
  { language, now }: Pick<Viewer, 'language' | 'now'>,
): Ticket {
  const { ticket, appointment, steps } = found;
  const { code, status, places } = ticket;
  const isOpen = opensDoor(status) && appointment.canceledAt === null;
  const price = priceOf(appointment, ticket);
  const amount = price === null ? null : decimal(price, appointment.currency);
  const { my_ticket: _, ...summary } = showSummary({ appointment, own: null }, { language, now });
  const page = `/appointments/${appointment.label}/ticket`;
  return {
    code,
    appointment: { ...summary, online_url: isOpen && showsAddress(appointment, now) ? appointment.onlineUrl : null },
    status,
    name: ticket.name,
    guests: ticket.guests.map((name) => ({ name })),
    notes: ticket.notes,
    ahead: status === 'waitlisted' ? found.ahead : null,
    offer_expires_at: ticket.offerExpiresAt?.toISOString() ?? null,
    checked_in_at: ticket.checkedInAt?.toISOString() ?? null,
    qr_payload: isOpen ? signTicket(config, { label: appointment.label, code, places }) : null,
    ics_url: `${page}.ics`,
    pdf_url: `${page}/pdf`,
    order_label: ticket.orderLabel,
    price: amount,
    created_at: ticket.createdAt.toISOString(),
    timeline: timelineOf(steps, language),
    actions: actionsOf(found, now),
    refund: status === 'registered' && isCancelable(found, now) ? amount : null,
  };
}

const timelineOf = (steps: TicketStep[], language: Language): Ticket['timeline'] =>
  steps.map(({ status, why, at }) => ({
    status,
    at: new Date(at).toISOString(),
    note: why && textsIn(language).why[why],
  }));

function actionsOf(found: FoundTicket, now: Date): Ticket['actions'] {
  const { ticket } = found;
  const isOffered = ticket.status === 'offered' && ticket.offerExpiresAt !== null && now < ticket.offerExpiresAt;
  return [
    ...(isOffered ? (['accept', 'decline'] as const) : []),
    ...(ticket.status === 'reserved' ? (['pay'] as const) : []),
    ...(ticket.status !== 'offered' && isCancelable(found, now) ? (['cancel'] as const) : []),
  ];
}
