/** Lists of appointments, and single ones, for a member. */
import { and, asc, desc, eq, gt, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { AppointmentKind } from '../contract/appointment-facts';
import type { Appointment, Appointments } from '../contract/appointments';
import type { Queryable } from '../database/database';
import { prepared } from '../database/prepared';
import { countTotal } from '../http/paginator';
import { NotFound } from '../http/problems';
import { appointments } from './appointments.tables';
import { isLive, ownTicket, showAppointment, showSummary, type Viewer, waitingParties } from './show-appointment';
import { appointmentTickets } from './tickets/tickets.tables';

export interface Asked {
  kind?: AppointmentKind | undefined;
  isMine: boolean;
  isPast: boolean;
  /** Appointments that overlap these times. */
  from?: Date | undefined;
  to?: Date | undefined;
  page: number;
  perPage: number;
}

const ticketsOf = (userId: number, which: SQL | undefined) => sql<boolean>`exists (
  select from ${appointmentTickets}
  where ${and(eq(appointmentTickets.appointmentLabel, appointments.label), eq(appointmentTickets.userId, userId), which)})`;

/** Canceled ones are shown to those who held a ticket. */
const isShownTo = (userId: number) => sql`(${appointments.canceledAt} is null or ${ticketsOf(userId, undefined)})`;

const holds = (userId: number) => ticketsOf(userId, isLive);

/**
 * Returns one page: the next appointment first; of past ones, the last first. Two statements, and one more beyond the
 * last page. The coming ones of the member take one statement.
 */
export async function listAppointments(
  db: Queryable,
  viewer: Viewer,
  { kind, isMine, isPast, from, to, page, perPage }: Asked,
): Promise<{ data: Appointments['data']; total: number; mine: number; offers: Appointments['offers'] }> {
  const { userId, now } = viewer;
  const { startsAt, endsAt, label } = appointments;
  const held = await listHeld(db, viewer);
  const others = { mine: held.length, offers: offersAmong(held, viewer) };
  const hasDays = from !== undefined || to !== undefined;
  if (isMine && !isPast && !kind && !hasDays) {
    const rows = held.slice((page - 1) * perPage, page * perPage);
    return { data: rows.map((row) => showSummary(row, viewer)), total: held.length, ...others };
  }
  const wanted = and(
    isShownTo(userId),
    kind && eq(appointments.kind, kind),
    isMine ? holds(userId) : undefined,
    isPast ? lte(endsAt, now) : hasDays ? undefined : gt(endsAt, now),
    from && gt(endsAt, from),
    to && lt(startsAt, to),
  );
  const rows = await db
    .select({
      appointment: appointments,
      own: ownTicket(userId),
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(appointments)
    .where(wanted)
    .orderBy(isPast ? desc(startsAt) : asc(startsAt), asc(label))
    .limit(perPage)
    .offset((page - 1) * perPage);
  return {
    data: rows.map((row) => showSummary(row, viewer)),
    total: await countTotal(rows, page, () => db.$count(appointments, wanted)),
    ...others,
  };
}

/** The offer that ends first comes first. */
const offersAmong = (held: Awaited<ReturnType<typeof listHeld>>, viewer: Viewer) =>
  held
    .filter(({ own }) => own?.status === 'offered' && Date.parse(own.offerExpiresAt ?? '') > viewer.now.getTime())
    .sort((a, b) => (a.own?.offerExpiresAt ?? '').localeCompare(b.own?.offerExpiresAt ?? ''))
    .map((row) => showSummary(row, viewer));

/** The coming appointments that the member holds a ticket for. A member has few of them. */
const listHeld = (db: Queryable, { userId, now }: Viewer) => selectHeld(db).execute({ userId, now: now.toISOString() });

const selectHeld = prepared((db) => {
  const userId = sql.placeholder('userId');
  return db
    .select({ appointment: appointments, own: ownTicket(userId) })
    .from(appointmentTickets)
    .innerJoin(appointments, eq(appointments.label, appointmentTickets.appointmentLabel))
    .where(and(eq(appointmentTickets.userId, userId), isLive, gt(appointments.endsAt, sql.placeholder('now'))))
    .orderBy(asc(appointments.startsAt), asc(appointments.label))
    .prepare('held_appointments');
});

/** @throws NotFound */
export async function getAppointment(db: Queryable, viewer: Viewer, label: string): Promise<Appointment> {
  const [found] = await select(db, viewer.userId).where(eq(appointments.label, label));
  if (!found) throw new NotFound();
  return show(db, viewer, found);
}

/** Returns the featured appointment that is next, or null. */
export async function findFeatured(db: Queryable, viewer: Viewer): Promise<Appointment | null> {
  const [found] = await select(db, viewer.userId)
    .where(
      and(
        eq(appointments.isFeatured, true),
        sql`${appointments.canceledAt} is null`,
        gt(appointments.endsAt, viewer.now),
      ),
    )
    .orderBy(asc(appointments.startsAt), asc(appointments.label))
    .limit(1);
  return found ? show(db, viewer, found) : null;
}

const select = (db: Queryable, userId: number) =>
  db.select({ appointment: appointments, own: ownTicket(userId), ...waitingParties }).from(appointments);

type Found = Awaited<ReturnType<typeof select>>[number];

async function show(db: Queryable, viewer: Viewer, found: Found): Promise<Appointment> {
  const overlaps = await listOverlaps(db, viewer.userId, found.appointment);
  return showAppointment({ ...found, overlaps }, viewer);
}

/** Returns the other appointments at the same time for which the member holds a ticket. */
export const listOverlaps = (
  db: Queryable,
  userId: number,
  { label, startsAt, endsAt }: { label: string; startsAt: Date; endsAt: Date },
) =>
  db
    .select({
      label: appointments.label,
      title: appointments.title,
      titleDe: appointments.titleDe,
      startsAt: appointments.startsAt,
      endsAt: appointments.endsAt,
    })
    .from(appointmentTickets)
    .innerJoin(appointments, eq(appointments.label, appointmentTickets.appointmentLabel))
    .where(
      and(
        eq(appointmentTickets.userId, userId),
        isLive,
        ne(appointments.label, label),
        sql`${appointments.canceledAt} is null`,
        lt(appointments.startsAt, endsAt),
        gt(appointments.endsAt, startsAt),
      ),
    )
    .orderBy(asc(appointments.startsAt), asc(appointments.label));
