/** What is due at a time: offers and waiting lists end, holders are reminded, and appointments are closed after their end. */
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { describeFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { remindBeforeMs } from './appointment-times';
import { appointments } from './appointments.tables';
import { appointmentCheckIns } from './door/door.tables';
import { lockAppointment } from './lock-appointment';
import { noteForHolders } from './notices/note-messages';
import { appointmentTickets } from './tickets/tickets.tables';
import { endList, expireOffers, passOnPlaces } from './tickets/waiting-list';

type ChoreDeps = Pick<Deps, 'db' | 'jobs' | 'log'>;

/** The tickets of one transaction. Everybody else waits meanwhile where the database is the embedded one. */
const most = 100;
const dayMs = 24 * 60 * 60_000;
const attemptsForMs = 30 * dayMs;

const { label, canceledAt, startsAt, endsAt, registrationClosesAt, waiting, taken, capacity } = appointments;

/** Ends offers that nobody took, and offers their places to the next. */
export const endOffers = (deps: ChoreDeps, now: Date): Promise<void> => {
  const { status, offerExpiresAt, appointmentLabel } = appointmentTickets;
  const due = deps.db
    .select({ id: appointmentTickets.id })
    .from(appointmentTickets)
    .where(and(eq(appointmentLabel, label), eq(status, 'offered'), lte(offerExpiresAt, now)));
  return forEach(
    deps,
    exists(due),
    async (tx, of) => (await expireOffers(tx, deps, { label: of, most }, now)) === most,
  );
};

/** Ends waiting lists with the registration. Those of canceled appointments end with all tickets. */
export const endLists = (deps: ChoreDeps, now: Date): Promise<void> => {
  const isOver = or(lte(registrationClosesAt, now), lte(startsAt, now));
  const due = and(gt(waiting, 0), isNull(canceledAt), isOver);
  return forEach(deps, due, async (tx, of) => (await endList(tx, deps, { label: of, most }, now)) === most);
};

/** Offers places that became free without an act of a member, as when an account was deleted. */
export const offerFreePlaces = (deps: ChoreDeps, now: Date): Promise<void> => {
  const { appointmentLabel, status, places } = appointmentTickets;
  const fitting = deps.db
    .select({ id: appointmentTickets.id })
    .from(appointmentTickets)
    .where(and(eq(appointmentLabel, label), eq(status, 'waitlisted'), sql`${places} <= ${capacity} - ${taken}`));
  const isOpen = and(gt(waiting, 0), isNull(canceledAt), gt(registrationClosesAt, now), gt(startsAt, now));
  return forEach(deps, and(isOpen, exists(fitting)), async (tx, of) => {
    await passOnPlaces(tx, deps, of, now);
    return false;
  });
};

/** Reminds holders a day before the start, each ticket once; again only if the start moves. */
export const remindHolders = (deps: ChoreDeps, now: Date): Promise<void> => {
  const isSoon = and(gt(startsAt, now), lte(startsAt, new Date(now.getTime() + remindBeforeMs)));
  const isDue = and(isSoon, isNull(canceledAt), isNull(appointments.remindedAt));
  return forEach(deps, isDue, async (tx, of) => {
    const { remindedAt, canceledAt: endedAt } = await lockAppointment(tx, of);
    if (remindedAt || endedAt) return false;
    await tx.update(appointments).set({ remindedAt: now }).where(eq(label, of));
    await noteForHolders(tx, deps, { label: of, event: 'reminder', statuses: ['registered'] }, now);
    return false;
  });
};

/**
 * Closes appointments after their end. Those who did not come are noted only where tickets were checked in: never online,
 * and not where the staff let everybody in.
 */
export const closeEnded = (deps: ChoreDeps, now: Date): Promise<void> =>
  forEach(deps, and(lte(endsAt, now), isNull(appointments.finishedAt)), async (tx, of) => {
    const appointment = await lockAppointment(tx, of);
    if (appointment.finishedAt) return false;
    const { id, appointmentLabel, status } = appointmentTickets;
    const ofThis = eq(appointmentLabel, of);
    const came = await tx.$count(appointmentTickets, and(ofThis, eq(status, 'checked_in')));
    if (came > 0 && !appointment.canceledAt) {
      const absent = tx
        .select({ id })
        .from(appointmentTickets)
        .where(and(ofThis, eq(status, 'registered')))
        .orderBy(asc(id))
        .limit(most);
      const noted = await tx
        .update(appointmentTickets)
        .set({ status: 'no_show', why: null, changedAt: now })
        .where(inArray(id, absent))
        .returning({ id });
      if (noted.length === most) return true;
    }
    await tx.update(appointments).set({ finishedAt: now }).where(eq(label, of));
    return false;
  });

/** Deletes the attempts at doors, 30 days after the end. The tickets still tell who came. */
export async function deleteAttempts({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  const old = db
    .select({ label })
    .from(appointments)
    .where(and(lt(endsAt, new Date(now.getTime() - attemptsForMs)), isNotNull(appointments.finishedAt)));
  await db.delete(appointmentCheckIns).where(inArray(appointmentCheckIns.appointmentLabel, old));
}

/** Works on each appointment in transactions of its own, as long as `work` says that there is more. */
async function forEach(
  { db, log }: ChoreDeps,
  isDue: SQL | undefined,
  work: (tx: Tx, of: string) => Promise<boolean>,
): Promise<void> {
  const due = await db.select({ label }).from(appointments).where(isDue).orderBy(asc(endsAt), asc(label));
  for (const { label: of } of due) {
    try {
      while (await transaction(db, (tx) => work(tx, of)));
    } catch (error) {
      log.error({ appointment: of, ...describeFailure(error) }, 'an appointment could not be worked on');
    }
  }
}
