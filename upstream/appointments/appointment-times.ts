/** When an appointment takes registrations, and how long an offer lasts (docs/product/appointments.md#the-waiting-list). */
import type { AppointmentStatus } from '../contract/appointments';
import type { appointments } from './appointments.tables';

export type AppointmentRow = typeof appointments.$inferSelect;

const hourMs = 60 * 60_000;
const offerMs = 24 * hourMs;
/** How long before the start holders are reminded. */
export const remindBeforeMs = 24 * hourMs;
/** How long before the start holders see the address of an online appointment. */
const addressBeforeMs = hourMs;

export const freeOf = ({ capacity, taken }: Pick<AppointmentRow, 'capacity' | 'taken'>): number => capacity - taken;

/** The waiting list ends with the registration, and at the start at the latest. */
export const listEndOf = ({ registrationClosesAt, startsAt }: AppointmentRow): Date =>
  registrationClosesAt < startsAt ? registrationClosesAt : startsAt;

/** Returns whether places that become free are offered to those who wait. */
export const isPassedOn = (appointment: AppointmentRow, now: Date): boolean =>
  appointment.canceledAt === null && now < listEndOf(appointment);

/** An offer lasts 24 hours, but at most half of the time that is left, so that the next party has a chance. */
export function offerEndOf(appointment: AppointmentRow, now: Date): Date {
  const left = listEndOf(appointment).getTime() - now.getTime();
  return new Date(now.getTime() + Math.min(offerMs, Math.floor(left / 2)));
}

export function statusOf(appointment: AppointmentRow, now: Date): AppointmentStatus {
  const { canceledAt, endsAt, registrationOpensAt, registrationClosesAt } = appointment;
  if (canceledAt) return 'canceled';
  if (endsAt <= now) return 'finished';
  if (now < registrationOpensAt || now >= registrationClosesAt) return 'closed';
  return freeOf(appointment) > 0 ? 'scheduled' : 'full';
}

/** The address is of no use after the end. */
export const showsAddress = ({ startsAt, endsAt }: Pick<AppointmentRow, 'startsAt' | 'endsAt'>, now: Date): boolean =>
  now.getTime() >= startsAt.getTime() - addressBeforeMs && now < endsAt;
