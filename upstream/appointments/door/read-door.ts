/** What staff see at the door: who has come, the newest attempts, and holders by name. */
import { and, asc, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type CheckIn, type Door, type DoorAppointment, mostAttempts } from '../../contract/appointments-door';
import type { Queryable } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';
import { type AppointmentRow, statusOf } from '../appointment-times';
import { appointments } from '../appointments.tables';
import { titleIn } from '../show-appointment';
import { appointmentTickets } from '../tickets/tickets.tables';
import { appointmentCheckIns } from './door.tables';
import { doorOpensAt, isDoorOpen, longestAjarMs } from './door-hours';
import { showCheckIn } from './show-check-in';
import { ticketVerifierKeys } from './ticket-signature';

interface Looking {
  language: Language;
  now: Date;
}

/** The most holders that a search finds. */
const mostFound = 20;

/** Returns the appointments whose door is open, the next one first. */
export async function listDoors(db: Queryable, looking: Looking): Promise<DoorAppointment[]> {
  const { now } = looking;
  const { startsAt, endsAt, label, canceledAt } = appointments;
  const [earliest, latest] = [new Date(now.getTime() - longestAjarMs), new Date(now.getTime() + longestAjarMs)];
  const near = await db
    .select()
    .from(appointments)
    .where(and(isNull(canceledAt), lt(startsAt, latest), gt(endsAt, earliest)))
    .orderBy(asc(startsAt), asc(label));
  // Days are those of the place.
  return near.filter((appointment) => isDoorOpen(appointment, now)).map((one) => showDoorOf(one, looking));
}

const showDoorOf = (appointment: AppointmentRow, { language, now }: Looking): DoorAppointment => ({
  label: appointment.label,
  title: titleIn(appointment, language),
  starts_at: appointment.startsAt.toISOString(),
  ends_at: appointment.endsAt.toISOString(),
  timezone: appointment.timezone,
  location: appointment.location,
  status: statusOf(appointment, now),
});

/**
 * Returns the door of an appointment, also when it has closed: a device may still have scans to send. Two statements,
 * and a third to search.
 * @param q a part of the name of a holder or a guest
 * @throws NotFound without such an appointment, or before its door opens
 */
export async function getDoor(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { label, q }: { label: string; q: string | undefined },
  looking: Looking,
): Promise<Door> {
  const [found] = await db
    .select({ appointment: appointments, expected: placesOf(valid), present: placesOf(checkedIn) })
    .from(appointments)
    .where(eq(appointments.label, label));
  if (!found || looking.now < doorOpensAt(found.appointment)) throw new NotFound();
  const { appointment, expected, present } = found;
  return {
    ...{ appointment: showDoorOf(appointment, looking), expected, present },
    ...(await listAttempts(db, label, looking.language)),
    found: q ? await findHolders(db, label, q) : [],
    verifier_keys: ticketVerifierKeys(config),
  };
}

/** The tickets that are or were valid at the door. */
const valid = sql`${appointmentTickets.status} in ('registered', 'checked_in', 'no_show')`;
const checkedIn = sql`${appointmentTickets.status} = 'checked_in'`;

/** The places of some tickets, as a column of a query on `appointments`. */
const placesOf = (which: SQL) => sql<number>`(
  select coalesce(sum(${appointmentTickets.places}), 0)::int from ${appointmentTickets}
  where ${and(eq(appointmentTickets.appointmentLabel, appointments.label), which)})`;

async function listAttempts(
  db: Queryable,
  label: string,
  language: Language,
): Promise<{ attempts: CheckIn[]; attempts_total: number }> {
  const rows = await db
    .select({
      attempt: appointmentCheckIns,
      ticket: appointmentTickets,
      home: appointments,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(appointmentCheckIns)
    .leftJoin(appointmentTickets, eq(appointmentTickets.id, appointmentCheckIns.ticketId))
    .leftJoin(appointments, eq(appointments.label, appointmentTickets.appointmentLabel))
    .where(eq(appointmentCheckIns.appointmentLabel, label))
    .orderBy(desc(appointmentCheckIns.id))
    .limit(mostAttempts);
  return { attempts: rows.map((row) => showCheckIn(row, language)), attempts_total: rows[0]?.total ?? 0 };
}

/** Returns holders of valid tickets by a part of their name, or of a guest's. */
async function findHolders(db: Queryable, label: string, q: string): Promise<Door['found']> {
  const { code, name, guests, checkedInAt, appointmentLabel, id } = appointmentTickets;
  const has = (text: SQL) => sql`position(lower(${q}) in lower(${text})) > 0`;
  const hasGuest = sql`exists (select from jsonb_array_elements_text(${guests}) as guest where ${has(sql`guest`)})`;
  const rows = await db
    .select({ code, name, guests, checkedInAt })
    .from(appointmentTickets)
    .where(and(eq(appointmentLabel, label), valid, sql`(${has(sql`${name}`)} or ${hasGuest})`))
    .orderBy(asc(name), asc(id))
    .limit(mostFound);
  return rows.map((row) => ({
    ...{ code: row.code, name: row.name, guests: row.guests.map((guest) => ({ name: guest })) },
    checked_in_at: row.checkedInAt?.toISOString() ?? null,
  }));
}
