/** Times of a calendar file in the zone of the place, only where calendar programs understand the same instant. */
import type { ICalDateTimeValue } from 'ical-generator';
import { tzlib_get_ical_block, tzlib_get_offset } from 'timezones-ical-library';

/** Returns the VTIMEZONE block of a zone (RFC 5545, 3.6.5), or null if there is none. */
export const blockOf = (zone: string): string | null => listBlock(zone)[0] ?? null;

/** The library answers with the block and the line that names the zone, or with an empty text. */
function listBlock(zone: string): string[] {
  const found = tzlib_get_ical_block(zone);
  return typeof found === 'string' ? [] : found;
}

export interface ZonedTimes {
  /** The name by which the times refer to their block; null if they are in UTC. */
  timezone: string | null;
  times: ICalDateTimeValue[];
}

/**
 * Returns times on the clocks of a zone. All are in UTC if programs would misread one of them: a time that comes twice
 * because the clocks go back, or one for which the library and this system know different rules.
 */
export function timesIn(zone: string, times: Date[]): ZonedTimes {
  // An old name such as `Asia/Calcutta` has the block of the new one.
  const name = listBlock(zone)[1]?.replace(/^TZID=/, '');
  const clocks = times.map((at) => ({ at, ...clockOf(at, zone) }));
  const isClear = (clock: (typeof clocks)[number]) =>
    clock.offset === offsetByBlock(zone, clock.day, clock.time) && !comesTwice(clock, zone);
  if (!name || !clocks.every(isClear)) return { timezone: null, times };
  return { timezone: name, times: clocks.map(onClocks) };
}

/** By how many minutes the clocks of the world go back. */
const setBacks = [30, 60, 120];

/**
 * Returns whether the clocks show the same time once more. RFC 5545 (3.3.5) means the first of the two, but not all
 * programs do.
 */
function comesTwice({ at, day, time }: Clock & { at: Date }, zone: string): boolean {
  const shifted = (minutes: number) => clockOf(new Date(at.getTime() + minutes * 60_000), zone);
  // Most times are far from a change.
  if (shifted(-120).offset === shifted(120).offset) return false;
  return setBacks
    .flatMap((minutes) => [shifted(-minutes), shifted(minutes)])
    .some((other) => other.day === day && other.time === time);
}

interface Clock {
  /** `2026-10-25` */
  day: string;
  /** `02:30:00` */
  time: string;
  /** From UTC, in minutes. */
  offset: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns what the clocks of the zone show. */
function clockOf(at: Date, timeZone: string): Clock {
  // Swedish writes dates as ISO 8601 does.
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  formats.set(timeZone, format);
  const [day = '', time = ''] = format.format(at).split(' ');
  return { day, time, offset: Math.round((Date.parse(`${day}T${time}Z`) - at.getTime()) / 60_000) };
}

/** Returns the offset at which a program reads a clock time, by the block. */
function offsetByBlock(zone: string, day: string, time: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)/.exec(tzlib_get_offset(zone, day, time.slice(0, 5))) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** A `Date` would be written on the clocks of this process. */
function onClocks({ at, day, time }: Clock & { at: Date }): ICalDateTimeValue {
  const digits: Record<string, string> = { YYYYMMDD: day.replaceAll('-', ''), HHmmss: time.replaceAll(':', '') };
  const moment = {
    isValid: () => true,
    toDate: () => at,
    toJSON: () => at.toJSON(),
    tz: () => moment,
    utc: () => moment,
    format: (form = '') => digits[form] ?? '',
  };
  return moment;
}
