/** When a mail that may wait is sent, by the member's own clock. Rules: docs/product/settings.md#notifications. */

/** Minutes after midnight. The quiet hours end at `to`. */
export interface QuietHours {
  from: number;
  to: number;
}

export interface DeliveryTimes {
  quiet: QuietHours | null;
  digest: 'off' | 'daily' | 'weekly';
}

export const atOnce: DeliveryTimes = { quiet: null, digest: 'off' };

/** For members without a time zone, or with one that is unknown here. */
export const usualZone = 'Europe/Berlin';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const digestHourMs = 8 * 60 * minuteMs;
const monday = 1;

/**
 * Returns when a mail about a notification at `now` is sent: at once, or at 8 in the morning (`weekly` on Mondays). A
 * time within the quiet hours moves to their end. `zone` is an IANA name.
 */
export function dueAt({ quiet, digest }: DeliveryTimes, zone: string, now: Date): Date {
  const wanted = digest === 'off' ? now : nextDigest(digest, zone, now);
  return quietUntil(quiet, zone, wanted) ?? wanted;
}

/**
 * Returns when the quiet hours at `now` end; null outside quiet hours. Local time counts: if the clock is put forward
 * past the end, the quiet hours end at that moment; if it is put back before the end, they go on.
 */
export function quietUntil(quiet: QuietHours | null, zone: string, now: Date): Date | null {
  let at = now.getTime();
  while (quiet && isQuiet(quiet, timeOfDay(zone, at))) {
    const end = at + ((quiet.to * minuteMs - timeOfDay(zone, at) + dayMs) % dayMs);
    at = firstShift(zone, at, end) ?? end;
  }
  return at === now.getTime() ? null : new Date(at);
}

function isQuiet({ from, to }: QuietHours, timeMs: number): boolean {
  const [begins, ends] = [timeMs >= from * minuteMs, timeMs >= to * minuteMs];
  return from < to ? begins && !ends : begins || !ends;
}

/** Returns when the clocks change between two instants, or null. No zone changes them twice within a day. */
function firstShift(zone: string, from: number, to: number): number | null {
  const before = offset(zone, from);
  if (offset(zone, to) === before) return null;
  let [same, other] = [from, to];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offset(zone, middle) === before) same = middle;
    else other = middle;
  }
  return other;
}

function nextDigest(digest: 'daily' | 'weekly', zone: string, now: Date): Date {
  const today = Math.floor(wallClock(zone, now.getTime()) / dayMs) * dayMs;
  for (let day = today; ; day += dayMs) {
    if (digest === 'weekly' && new Date(day).getUTCDay() !== monday) continue;
    const at = instantOf(zone, day + digestHourMs);
    if (at > now.getTime()) return new Date(at);
  }
}

/** Returns the instant of a local time; on the day of a clock change it may be an hour off. */
function instantOf(zone: string, wall: number): number {
  return wall - offset(zone, wall - offset(zone, wall));
}

const timeOfDay = (zone: string, at: number) => wallClock(zone, at) % dayMs;
const offset = (zone: string, at: number) => wallClock(zone, at) - at;

/** Returns the local time, in milliseconds as if it were UTC. */
function wallClock(zone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at % 1000);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const number = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...number, ...time });
  } catch {
    return clockOf(usualZone);
  }
  clocks.set(zone, clock);
  return clock;
}
