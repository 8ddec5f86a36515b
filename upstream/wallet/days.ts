/** Converts between calendar days and instants in a member's time zone. */

/** Used when neither the member nor the browser names a time zone. */
const usualZone = 'Europe/Berlin';

/** Returns the time zone that the member set, or else that of the browser (docs/product/README.md#time). */
export const zoneOf = ({ timezone }: { timezone: string | null }, browsers: string | null): string =>
  timezone ?? browsers ?? usualZone;

/** Returns the instant at which a day (`2026-10-25`) begins in a time zone (IANA name); see `timeOn`. */
export const startOfDay = (day: string, zone: string): Date => timeOn(day, 0, zone);

/**
 * Returns the instant of a clock time on a day, in minutes after midnight. If the clocks go back over that time, it is
 * the first of the two. If they go forward over it, it is as much later as they go forward, so midnight is the moment of
 * the change.
 */
export function timeOn(day: string, minutes: number, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  const offsets = [wall - dayMs, wall + dayMs].map((near) => wallClock(near, zone) - near);
  const times = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const [first = wall] = times.filter((at) => wallClock(at, zone) >= wall);
  return new Date(first);
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** Returns the calendar day at an instant in the time zone. */
export const dayOf = (at: Date, zone: string): string =>
  new Date(wallClock(at.getTime(), zone)).toISOString().slice(0, 10);

const dayMs = 24 * 60 * 60_000;

/** Returns the local clock time in milliseconds, as if it were UTC. */
function wallClock(at: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const number = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...number, ...time });
  clocks.set(zone, clock);
  return clock;
}
