/** When a mail that may wait leaves, by the member's own clock. Rules: product/settings.md, "Notifications". */

/** Minutes after midnight; at `to` it is quiet no longer. */
export interface QuietHours {
  from: number;
  to: number;
}

export interface DeliveryTimes {
  quiet: QuietHours | null;
  digest: 'off' | 'daily' | 'weekly';
}

export const atOnce: DeliveryTimes = { quiet: null, digest: 'off' };

/** Where a member has set none, and where theirs is unknown here. */
export const usualZone = 'Europe/Berlin';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const digestHourMs = 8 * 60 * minuteMs;
const monday = 1;

/**
 * When a mail that is told of at `now` leaves: at once, at 8 in the morning (with `weekly` on Mondays), and never within
 * the quiet hours, whose end it waits for. `zone` is an IANA name.
 */
export function dueAt({ quiet, digest }: DeliveryTimes, zone: string, now: Date): Date {
  const wanted = digest === 'off' ? now : nextDigest(digest, zone, now);
  return quietUntil(quiet, zone, wanted) ?? wanted;
}

/**
 * When the quiet that reigns at `now` ends; null where it is not quiet. What the clock on the wall shows counts: where
 * it is put forward past the end, that moment is the end; where it is put back before the end, quiet goes on.
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

/** When between two instants the clocks are changed, or null; no zone does so twice within a day. */
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

/** When the clock on the wall shows this; within an hour of it on the day of a shift. */
function instantOf(zone: string, wall: number): number {
  return wall - offset(zone, wall - offset(zone, wall));
}

const timeOfDay = (zone: string, at: number) => wallClock(zone, at) % dayMs;
const offset = (zone: string, at: number) => wallClock(zone, at) - at;

/** What the clock on the wall shows, in milliseconds as if it were in UTC. */
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
