/** Days of a member's time zone as instants. */

/** Where neither the member nor their browser names one. */
const usualZone = 'Europe/Berlin';

/** The zone that a member set, or else that of their browser (product/README.md, Time). */
export const zoneOf = ({ timezone }: { timezone: string | null }, browsers: string | null): string =>
  timezone ?? browsers ?? usualZone;

/**
 * When a day (`2026-10-25`) begins in a zone (IANA name). Where the clocks are put back at midnight that is the first of
 * two midnights, where they are put forward over it the moment in which they are.
 */
export function startOfDay(day: string, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const offsets = [wall - dayMs, wall + dayMs].map((near) => wallClock(near, zone) - near);
  const midnights = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const [start = wall] = midnights.filter((at) => wallClock(at, zone) >= wall);
  return new Date(start);
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** The day that it is in the zone. */
export const dayOf = (at: Date, zone: string): string =>
  new Date(wallClock(at.getTime(), zone)).toISOString().slice(0, 10);

const dayMs = 24 * 60 * 60_000;

/** What the clock on the wall shows, in milliseconds as if it were in UTC. */
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
