/** What appointments know of a member. */
import { and, asc, count, eq, getTableColumns, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../database/database';
import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import type { Language } from '../http/env';
import { appointments } from './appointments.tables';
import { appointmentFeeds } from './calendar/calendar.tables';
import { appointmentCheckIns } from './door/door.tables';
import { lockAppointment } from './lock-appointment';
import { isLive } from './show-appointment';
import { appointmentTicketSteps, appointmentTickets } from './tickets/tickets.tables';

const staff = 'it is the work of the staff, not about the member';
type Column = keyof typeof appointments.$inferSelect;

const tickets = tablePart({
  name: 'appointment_tickets',
  description: {
    en: 'Your tickets for appointments, with their guests and what happened to them. Prices are in cents, for one place.',
    de: 'Deine Karten für Termine, mit den Gästen und was mit ihnen geschah. Preise sind in Cent, für einen Platz.',
  },
  table: appointmentTickets,
  join: { table: appointments, on: eq(appointments.label, appointmentTickets.appointmentLabel) },
  owner: appointmentTickets.userId,
  key: appointmentTickets.id,
  fields: {
    ...{ code: appointmentTickets.code, appointment: appointmentTickets.appointmentLabel, title: appointments.title },
    ...{ starts_at: appointments.startsAt, status: appointmentTickets.status, reason: appointmentTickets.why },
    ...{ name: appointmentTickets.name, guests: appointmentTickets.guests, places: appointmentTickets.places },
    ...{ notes: appointmentTickets.notes, price: appointments.price, order: appointmentTickets.orderLabel },
    offer_expires_at: appointmentTickets.offerExpiresAt,
    checked_in_at: appointmentTickets.checkedInAt,
    ...{ created_at: appointmentTickets.createdAt, status_since: appointmentTickets.changedAt },
    history: sql`(select jsonb_agg(jsonb_build_object('status', s.status, 'reason', s.why, 'at', s.at) order by s.id)
      from ${appointmentTicketSteps} as s where s.ticket_id = ${appointmentTickets.id})`,
  },
});

const feed = tablePart({
  name: 'appointment_calendar',
  description: { en: 'Your private calendar of appointments.', de: 'Dein privater Kalender mit Terminen.' },
  table: appointmentFeeds,
  owner: appointmentFeeds.userId,
  key: appointmentFeeds.userId,
  fields: { switched_on_at: appointmentFeeds.createdAt },
});

const exported = new Set<string>(['title', 'startsAt', 'price']);

export const appointmentData: PersonalData = {
  exports: [tickets, feed],
  deletes: [appointmentFeeds],
  keeps: [
    { table: appointments, because: staff },
    { table: appointmentCheckIns, because: staff },
    {
      table: appointmentTickets,
      because: 'it shows who held a place, and records of payments are kept by law; the names go',
    },
  ],
  withholds: [
    withhold(appointmentFeeds, ['tokenHash', 'sealedToken'], 'it opens the calendar'),
    withhold(
      appointments,
      (Object.keys(getTableColumns(appointments)) as Column[]).filter((column) => !exported.has(column)),
      staff,
    ),
    withhold(
      appointmentCheckIns,
      ['id', 'appointmentLabel', 'ticketId', 'code', 'outcome', 'since', 'at', 'staffId'],
      staff,
    ),
  ],
  anonymise: giveUpTickets,
  obstacles: listRefundable,
};

/** A deletion pays nothing back, so tickets that can still be refunded have to be canceled first. */
async function listRefundable(db: Queryable, userId: number, language: Language): Promise<string[]> {
  const { status, orderLabel } = appointmentTickets;
  const isPaid = and(isNotNull(orderLabel), isLive, ne(status, 'reserved'));
  const isCancelable = and(
    isNull(appointments.canceledAt),
    eq(status, 'registered'),
    gt(appointments.cancelableUntil, new Date()),
  );
  const [found] = await db
    .select({ tickets: count() })
    .from(appointmentTickets)
    .innerJoin(appointments, eq(appointments.label, appointmentTickets.appointmentLabel))
    .where(and(eq(appointmentTickets.userId, userId), isPaid, or(isCancelable, isNotNull(appointments.canceledAt))));
  const tickets = found?.tickets ?? 0;
  return tickets > 0 ? [obstacle[language](tickets)] : [];
}

const obstacle = {
  en: (tickets: number) =>
    tickets === 1
      ? 'You have a paid ticket that can still be refunded: cancel it first.'
      : `You have ${tickets} paid tickets that can still be refunded: cancel them first.`,
  de: (tickets: number) =>
    tickets === 1
      ? 'Du hast eine bezahlte Karte, deren Preis noch erstattet werden kann: Sag sie zuerst ab.'
      : `Du hast ${tickets} bezahlte Karten, deren Preis noch erstattet werden kann: Sag sie zuerst ab.`,
};

/** Frees the places of what has not ended, and removes all names. A job offers the places to those who wait. */
async function giveUpTickets(tx: Tx, { id: userId }: { id: number }, now: Date): Promise<void> {
  const own = eq(appointmentTickets.userId, userId);
  const held = await tx
    .select({ label: appointments.label })
    .from(appointmentTickets)
    .innerJoin(appointments, eq(appointments.label, appointmentTickets.appointmentLabel))
    .where(and(own, isLive, gt(appointments.endsAt, now)))
    .orderBy(asc(appointments.label));
  for (const { label } of held) {
    await lockAppointment(tx, label);
    await tx
      .update(appointmentTickets)
      .set({ status: 'canceled', why: 'left', offerExpiresAt: null, checkedInAt: null, changedAt: now })
      .where(and(own, eq(appointmentTickets.appointmentLabel, label), isLive));
  }
  await tx.update(appointmentTickets).set({ name: '-', guests: [], notes: '' }).where(own);
}
