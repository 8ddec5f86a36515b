/** Times as a clock at the place shows them: `2026-12-05 18:00`. */
import { dayAfter, dayOf, timeOn } from '../../wallet/wallet';

const pattern = /^(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3]):([0-5]\d)$/;

/** Whether it is such a time, on a day that exists. */
export function isClock(typed: string): boolean {
  const [, day = ''] = pattern.exec(typed) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  // JavaScript parses 30 February as 2 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
}

export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && name.includes('/');
  } catch {
    return false;
  }
}

/**
 * Returns the moment of a time for which `isClock` holds. See `timeOn` for the hours in which clocks change.
 * @throws RangeError for other text
 */
export function readClock(typed: string, zone: string): Date {
  const [, day, hours, minutes] = pattern.exec(typed) ?? [];
  if (!day) throw new RangeError(`${typed} is no time`);
  return timeOn(day, Number(hours) * 60 + Number(minutes), zone);
}

/** Returns the first moment from `start` on at which the clock shows these minutes after midnight. */
export function nextClock(start: Date, minutes: number, zone: string): Date {
  const day = dayOf(start, zone);
  const sameDay = timeOn(day, minutes, zone);
  return sameDay >= start ? sameDay : timeOn(dayAfter(day), minutes, zone);
}
