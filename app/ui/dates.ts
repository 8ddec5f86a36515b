import type { Language } from './numbers';
import { knownOffset } from './zone-clock';

/**
 * `date` is 20.11.2026 | 20 November 2026, `day` adds the weekday, `datetime` and `time` go to the minute, and `short`
 * is 20.11. | 20 Nov for axes.
 * The words are our own, because the ICU data of server and browser differ and hydration compares the texts.
 */
export type TimeFormat = 'date' | 'day' | 'datetime' | 'time' | 'short';

const WEEKDAYS: Record<Language, string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  de: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
};

export const ENGLISH_MONTHS =
  'January February March April May June July August September October November December'.split(' ');

const FALLBACK_ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

interface Clock {
  year: number;
  month: number;
  day: number;
  hour: string;
  minute: string;
}

/**
 * Returns the absolute text of an instant in a zone, or of a calendar day (`2026-11-25`), which no zone moves.
 * An unknown zone counts as Europe/Berlin.
 */
export function formatTime(at: string, format: TimeFormat, language: Language, timeZone: string): string {
  const clock = /^\d{4}-\d{2}-\d{2}$/.test(at) ? calendarDay(at) : clockIn(new Date(at), timeZone);
  const date = language === 'de' ? germanDate(clock) : englishDate(clock, format === 'datetime' || format === 'short');
  if (format === 'short') return date.replace(/ ?\d{4}$/, '');
  if (format === 'date') return date;
  if (format === 'day') return `${weekday(clock, language)}, ${date}`;
  const time = `${clock.hour}:${clock.minute}${language === 'de' ? '\u00a0Uhr' : ''}`;
  return format === 'time' ? time : `${date}, ${time}`;
}

/** Units of a distance in time: one and several, in German in the case that "vor" and "in" take. */
const UNITS = {
  en: { now: 'now', minute: ['minute', 'minutes'], hour: ['hour', 'hours'], day: ['day', 'days'] },
  de: { now: 'jetzt', minute: ['Minute', 'Minuten'], hour: ['Stunde', 'Stunden'], day: ['Tag', 'Tagen'] },
} as const;

/** Returns "3 hours ago" or "in 1 day". Null from a week on. */
export function relativeTime(at: string, now: number, language: Language): string | null {
  const distance = new Date(at).getTime() - now;
  const size = Math.abs(distance);
  const { now: atOnce, minute, hour, day } = UNITS[language];
  if (!(size < 7 * DAY)) return null;
  if (size < MINUTE) return atOnce;
  const [unit, length] = size < HOUR ? [minute, MINUTE] : size < DAY ? [hour, HOUR] : [day, DAY];
  const count = Math.trunc(size / length);
  const words = `${count} ${unit[count === 1 ? 0 : 1]}`;
  if (distance > 0) return `in ${words}`;
  return language === 'de' ? `vor ${words}` : `${words} ago`;
}

/** Returns the name of a weekday; 1 is Monday. */
export const weekdayName = (day: number, language: Language): string => WEEKDAYS[language][day % 7] ?? '';

/** Returns the calendar day of an instant in a zone: `2026-11-25`. */
export function calendarDayIn(at: number, timeZone: string): string {
  const { year, month, day } = clockIn(new Date(at), timeZone);
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

/** Returns how many minutes the clocks of a zone are ahead of UTC. */
export function offsetIn(at: number, timeZone: string): number {
  const { year, month, day, hour, minute } = clockByIntl(new Date(at), timeZone);
  return (Date.UTC(year, month - 1, day, Number(hour), Number(minute)) - Math.floor(at / MINUTE) * MINUTE) / MINUTE;
}

/** Returns the clock time of an instant in a zone: `09:05`. */
export function clockTimeIn(at: number, timeZone: string): string {
  const { hour, minute } = clockIn(new Date(at), timeZone);
  return `${hour}:${minute}`;
}

function calendarDay(at: string): Clock {
  const [year = 0, month = 1, day = 1] = at.split('-').map(Number);
  return { year, month, day, hour: '00', minute: '00' };
}

function clockIn(instant: Date, timeZone: string): Clock {
  const offset = knownOffset(timeZone, instant.getTime());
  return offset === null ? clockByIntl(instant, timeZone) : clockAhead(instant, offset);
}

function clockAhead(instant: Date, minutes: number): Clock {
  const moved = new Date(instant.getTime() + minutes * MINUTE);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return {
    ...{ year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() },
    ...{ hour: twoDigits(moved.getUTCHours()), minute: twoDigits(moved.getUTCMinutes()) },
  };
}

function clockByIntl(instant: Date, timeZone: string): Clock {
  const parts: Record<string, string> = {};
  for (const { type, value } of zoneClock(timeZone).formatToParts(instant)) parts[type] = value;
  return {
    year: Number(parts.year),
    month: Number(parts.month),
    day: Number(parts.day),
    hour: parts.hour ?? '00',
    minute: parts.minute ?? '00',
  };
}

/** More than there are zones. A foreign back end may write one zone in several ways. */
const MOST_CLOCKS = 500;
const zoneClocks = new Map<string, Intl.DateTimeFormat>();

function zoneClock(timeZone: string): Intl.DateTimeFormat {
  const known = zoneClocks.get(timeZone);
  if (known) return known;
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  } catch {
    return zoneClock(FALLBACK_ZONE);
  }
  if (zoneClocks.size >= MOST_CLOCKS) zoneClocks.clear();
  zoneClocks.set(timeZone, clock);
  return clock;
}

function germanDate({ day, month, year }: Clock): string {
  return `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`;
}

function englishDate({ day, month, year }: Clock, short: boolean): string {
  const name = ENGLISH_MONTHS[month - 1] ?? '';
  return `${day} ${short ? name.slice(0, 3) : name} ${year}`;
}

function weekday({ day, month, year }: Clock, language: Language): string {
  return WEEKDAYS[language][new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '';
}
