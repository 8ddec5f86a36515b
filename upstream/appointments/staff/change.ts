/** Staff change an appointment (docs/product/appointments.md#changes). */
import { and, eq, gt } from 'drizzle-orm';
import { CommandFailed } from '../../club/command';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { bringExpiryForward } from '../../wallet/wallet';
import { type AppointmentRow, listEndOf, remindBeforeMs } from '../appointment-times';
import { appointments } from '../appointments.tables';
import { lockAppointment } from '../lock-appointment';
import type { Change } from '../notices/messages.tables';
import { noteForHolders } from '../notices/note-messages';
import { appointmentTickets } from '../tickets/tickets.tables';
import { passOn } from '../tickets/waiting-list';
import { readSections } from './sections';
import { readClock } from './wall-clock';

/** What staff want to be different. Times are clock times at the place. */
export interface Wanted {
  starts?: string | undefined;
  ends?: string | undefined;
  opens?: string | undefined;
  closes?: string | undefined;
  cancelUntil?: string | undefined;
  location?: string | undefined;
  url?: string | undefined;
  title?: { en: string; de: string } | undefined;
  capacity?: number | undefined;
  isFeatured?: boolean | undefined;
  /** The lines of a file with sections. */
  text?: string[] | undefined;
}

export interface Changed {
  appointment: AppointmentRow;
  /** The names of what is different now. */
  fields: string[];
  /** How many tickets are told. */
  told: number;
}

/**
 * Changes an appointment. What depends on the start moves along with it. Holders are told of another time or place, and
 * added places are offered to those who wait.
 * @throws NotFound; CommandFailed; BadFile for its text
 */
export async function changeAppointment(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { label, wanted }: { label: string; wanted: Wanted },
  now: Date,
): Promise<Changed> {
  const before = await lockAppointment(tx, label);
  const next = valuesOf(before, wanted);
  const fields = (Object.keys(next) as (keyof AppointmentRow)[]).filter((key) => isOther(before[key], next[key]));
  refuse(before, { ...before, ...next }, fields, now);
  const [appointment] = await tx
    .update(appointments)
    .set({ ...next, ...(isRemindedAgain(before, next, now) && { remindedAt: null }), updatedAt: now })
    .where(eq(appointments.label, label))
    .returning();
  if (!appointment) throw new Error('The appointment is locked');
  await shortenOffers(tx, appointment);
  if (appointment.startsAt < before.startsAt) await shortenOrders(tx, appointment);
  const told = await tellHolders(tx, deps, { before, after: appointment }, now);
  await passOn(tx, deps, appointment, now);
  return { appointment, fields, told };
}

/** Returns the new values. Whatever is not wanted stays as far from the start as it was. */
function valuesOf(before: AppointmentRow, wanted: Wanted): Partial<AppointmentRow> {
  const { timezone } = before;
  const startsAt = wanted.starts === undefined ? before.startsAt : readClock(wanted.starts, timezone);
  const shift = startsAt.getTime() - before.startsAt.getTime();
  const moved = (at: Date) => new Date(at.getTime() + shift);
  const at = (typed: string | undefined, old: Date) => (typed === undefined ? moved(old) : readClock(typed, timezone));
  const programme = before.programme.map((item) => ({ ...item, at: moved(new Date(item.at)).toISOString() }));
  return {
    ...{ startsAt, endsAt: at(wanted.ends, before.endsAt), programme },
    registrationOpensAt: wanted.opens === undefined ? before.registrationOpensAt : readClock(wanted.opens, timezone),
    registrationClosesAt: at(wanted.closes, before.registrationClosesAt),
    cancelableUntil: at(wanted.cancelUntil, before.cancelableUntil),
    location: wanted.location ?? before.location,
    onlineUrl: wanted.url ?? before.onlineUrl,
    title: wanted.title?.en ?? before.title,
    titleDe: wanted.title?.de ?? before.titleDe,
    capacity: wanted.capacity ?? before.capacity,
    isFeatured: wanted.isFeatured ?? before.isFeatured,
    ...(wanted.text && readSections(wanted.text, 0, { startsAt, timezone })),
  };
}

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one, plain) !== JSON.stringify(other, plain);

/** The database may return the keys of an object in another order than the file has them. */
const plain = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : typeof value === 'bigint'
      ? String(value)
      : value;

function refuse(before: AppointmentRow, after: AppointmentRow, fields: string[], now: Date): void {
  const { label } = before;
  if (before.canceledAt) throw new CommandFailed(`${label} is canceled.`);
  if (before.endsAt <= now) throw new CommandFailed(`${label} is over.`);
  if (fields.length === 0) throw new CommandFailed(`${label} is like that already.`);
  if (fields.includes('startsAt') && after.startsAt <= now) throw new CommandFailed('That start is in the past.');
  if (fields.includes('startsAt') && before.startsAt <= now) throw new CommandFailed(`${label} has begun.`);
  if (after.capacity < before.taken)
    throw new CommandFailed(`${before.taken} places are taken. The capacity cannot be ${after.capacity}.`);
}

/** Returns whether the new start is so far off that holders may forget it: they are then reminded again. */
const isRemindedAgain = (before: AppointmentRow, { startsAt }: Partial<AppointmentRow>, now: Date): boolean =>
  startsAt !== undefined &&
  startsAt.getTime() !== before.startsAt.getTime() &&
  startsAt.getTime() > now.getTime() + remindBeforeMs;

/** An offer ends with the waiting list, also if that ends earlier now. */
async function shortenOffers(tx: Tx, appointment: AppointmentRow): Promise<void> {
  const end = listEndOf(appointment);
  const { appointmentLabel, status, offerExpiresAt } = appointmentTickets;
  await tx
    .update(appointmentTickets)
    .set({ offerExpiresAt: end })
    .where(and(eq(appointmentLabel, appointment.label), eq(status, 'offered'), gt(offerExpiresAt, end)));
}

/** The places of an open order are held until the start at the latest, also if that is earlier now. */
async function shortenOrders(tx: Tx, { label, startsAt }: AppointmentRow): Promise<void> {
  const { appointmentLabel, status, orderLabel } = appointmentTickets;
  const reserved = await tx
    .select({ orderLabel })
    .from(appointmentTickets)
    .where(and(eq(appointmentLabel, label), eq(status, 'reserved')));
  const labels = reserved.flatMap((ticket) => ticket.orderLabel ?? []);
  await bringExpiryForward(tx, labels, startsAt);
}

/** Returns how many tickets are told; 0 if time and place are the same. */
async function tellHolders(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { before, after }: { before: AppointmentRow; after: AppointmentRow },
  now: Date,
): Promise<number> {
  const change = { before: partsOf(before), after: partsOf(after) };
  if (!isOther(change.before, change.after)) return 0;
  const statuses = ['waitlisted', 'offered', 'reserved', 'registered', 'checked_in'] as const;
  return noteForHolders(tx, deps, { label: before.label, event: 'changed', detail: { change }, statuses }, now);
}

const partsOf = ({ startsAt, endsAt, timezone, location }: AppointmentRow): Change['before'] => ({
  ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  ...{ timezone, location },
});
