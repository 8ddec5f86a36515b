/** Time in which the staff work: the office hours, without the holidays of the banks. */

import type { OfficeHours } from '../../support-config';
import { dayAfter, dayOf, isBankHoliday, timeOn } from '../../wallet/wallet';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns the whole working minutes between two instants; 0 if the second is not later. */
export function workingMinutes(from: Date, until: Date, hours: OfficeHours): number {
  let worked = 0;
  const last = dayOf(until, hours.time_zone);
  for (let day = dayOf(from, hours.time_zone); day <= last; day = dayAfter(day)) {
    const span = workOn(day, hours);
    if (!span) continue;
    worked += Math.max(0, Math.min(span.end, until.getTime()) - Math.max(span.start, from.getTime()));
  }
  return Math.floor(worked / minuteMs);
}

/** Returns the instant at which that many working minutes have passed, at least one. */
export function addWorkingMinutes(from: Date, minutes: number, hours: OfficeHours): Date {
  let left = Math.max(1, minutes) * minuteMs;
  for (let day = dayOf(from, hours.time_zone); ; day = dayAfter(day)) {
    const span = workOn(day, hours);
    if (!span) continue;
    const start = Math.max(span.start, from.getTime());
    if (start + left <= span.end) return new Date(start + left);
    left -= Math.max(0, span.end - start);
  }
}

/** Returns the last instant up to `until` at which a working day began. */
export function lastOpening(until: Date, hours: OfficeHours): Date {
  for (let day = dayOf(until, hours.time_zone); ; day = dayBefore(day)) {
    const span = workOn(day, hours);
    if (span && span.start <= until.getTime()) return new Date(span.start);
  }
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

/** Returns the working time of a day in milliseconds, or null. */
function workOn(day: string, { days, from, until, time_zone: zone }: OfficeHours) {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  if (!days.includes(weekday) || isBankHoliday(day)) return null;
  return { start: timeOn(day, minutesOf(from), zone).getTime(), end: timeOn(day, minutesOf(until), zone).getTime() };
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
