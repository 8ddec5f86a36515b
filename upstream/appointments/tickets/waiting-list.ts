/** The waiting list: first in, first out (docs/product/appointments.md#the-waiting-list). */
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { type AppointmentRow, freeOf, isPassedOn, offerEndOf } from '../appointment-times';
import { lockAppointment } from '../lock-appointment';
import { noteMessages } from '../notices/note-messages';
import { appointmentTickets } from './tickets.tables';

const { id, appointmentLabel, status, places, offerExpiresAt } = appointmentTickets;

/**
 * Offers free places to those who wait, in their order. A party is skipped only while it does not fit. The caller has
 * locked the appointment.
 */
export async function passOn(tx: Tx, deps: Pick<Deps, 'jobs'>, appointment: AppointmentRow, now: Date): Promise<void> {
  let free = freeOf(appointment);
  if (!isPassedOn(appointment, now) || free <= 0 || appointment.waiting === 0) return;
  const parties = await tx
    .select({ id, places })
    .from(appointmentTickets)
    .where(and(eq(appointmentLabel, appointment.label), eq(status, 'waitlisted'), lte(places, free)))
    .orderBy(asc(id));
  const until = offerEndOf(appointment, now);
  const offered: number[] = [];
  for (const party of parties) {
    if (party.places > free) continue;
    free -= party.places;
    offered.push(party.id);
  }
  // One after the other, because the database checks for each that nobody before it fits.
  for (const ticketId of offered) {
    await tx
      .update(appointmentTickets)
      .set({ status: 'offered', why: null, offerExpiresAt: until, changedAt: now })
      .where(and(eq(id, ticketId), eq(status, 'waitlisted')));
  }
  const detail = { until: until.toISOString() };
  const messages = offered.map((ticketId) => ({ ticketId, event: 'offered' as const, detail, at: now }));
  await noteMessages(
    tx,
    deps,
    messages.map((message) => ({ ...message, appointmentLabel: appointment.label })),
  );
}

/** Locks the appointment as it is now, and offers its free places. */
export async function passOnPlaces(tx: Tx, deps: Pick<Deps, 'jobs'>, label: string, now: Date): Promise<void> {
  await passOn(tx, deps, await lockAppointment(tx, label), now);
}

/** Ends the offers of an appointment that nobody took, and offers their places to the next. At most `most` at once. */
export async function expireOffers(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { label, most }: { label: string; most: number },
  now: Date,
): Promise<number> {
  await lockAppointment(tx, label);
  const due = tx
    .select({ id })
    .from(appointmentTickets)
    .where(and(eq(appointmentLabel, label), eq(status, 'offered'), lte(offerExpiresAt, now)))
    .orderBy(asc(offerExpiresAt), asc(id))
    .limit(most);
  const expired = await tx
    .update(appointmentTickets)
    .set({ status: 'expired', why: null, offerExpiresAt: null, changedAt: now })
    .where(inArray(id, due))
    .returning({ id });
  await noteMessages(
    tx,
    deps,
    expired.map(({ id: ticketId }) => ({ appointmentLabel: label, ticketId, event: 'offer_expired', at: now })),
  );
  await passOnPlaces(tx, deps, label, now);
  return expired.length;
}

/** Ends the waiting list of an appointment whose registration is over. */
export async function endList(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { label, most }: { label: string; most: number },
  now: Date,
): Promise<number> {
  const appointment = await lockAppointment(tx, label);
  if (appointment.canceledAt === null && isPassedOn(appointment, now)) return 0;
  const waiting = tx
    .select({ id })
    .from(appointmentTickets)
    .where(and(eq(appointmentLabel, label), eq(status, 'waitlisted')))
    .orderBy(asc(id))
    .limit(most);
  const ended = await tx
    .update(appointmentTickets)
    .set({ status: 'expired', why: 'closed', changedAt: now })
    .where(inArray(id, waiting))
    .returning({ id });
  await noteMessages(
    tx,
    deps,
    ended.map(({ id: ticketId }) => ({ appointmentLabel: label, ticketId, event: 'list_ended', at: now })),
  );
  return ended.length;
}
