import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeliveryTimes, dueAt, type QuietHours, quietUntil } from './delivery-times';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Shifts of an hour, half an hour and two hours; south of the equator; quarter-hour offsets; and no shift. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Africa/Casablanca',
  'Pacific/Chatham',
  'America/Santiago',
  'Asia/Kolkata',
  'UTC',
];

/** Returns the local time in minutes after midnight, from a formatter of its own. */
function wallMinutes(zone: string, at: number): number {
  const [hours = 0, minutes = 0] = formatterOf(zone).format(at).split(':').map(Number);
  return hours * 60 + minutes;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterOf(zone: string) {
  const made =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formatters.set(zone, made);
  return made;
}

function isQuiet({ from, to }: QuietHours, zone: string, at: number): boolean {
  const time = wallMinutes(zone, at);
  return from < to ? time >= from && time < to : time >= from || time < to;
}

const zone = fc.constantFrom(...zones);
const quietHours = fc.record({ from: fc.nat(1439), to: fc.nat(1439) }).filter(({ from, to }) => from !== to);
const anyTime = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2032-01-01T00:00:00Z'),
  noInvalidDate: true,
});

/** Times within a day of a Sunday in a month when clocks change, such as the last Sunday of March. */
const nearAShift = fc
  .record({
    year: fc.integer({ min: 2024, max: 2031 }),
    month: fc.constantFrom(2, 3, 8, 9, 10),
    week: fc.nat(4),
    ms: fc.nat(2 * dayMs),
  })
  .map(({ year, month, week, ms }) => {
    const first = new Date(Date.UTC(year, month, 1));
    const sunday = first.getTime() + ((7 - first.getUTCDay()) % 7) * dayMs;
    return new Date(sunday + week * 7 * dayMs - dayMs + ms);
  });

describe('quiet hours', () => {
  it('end at the first minute that is not quiet by the clock on the wall, in every zone and over every shift', () => {
    fc.assert(
      fc.property(zone, quietHours, fc.oneof(anyTime, nearAShift, nearAShift), (where, quiet, now) => {
        const end = quietUntil(quiet, where, now);
        expect(end !== null).toBe(isQuiet(quiet, where, now.getTime()));
        if (!end) return;
        let at = now.getTime();
        while (isQuiet(quiet, where, at)) at = Math.floor(at / minuteMs + 1) * minuteMs;
        expect(end.toISOString()).toBe(new Date(at).toISOString());
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['an evening', '2026-11-20T21:30:00Z', '22:00', '07:00', '2026-11-21T06:00:00.000Z'],
    ['their first moment', '2026-11-20T21:00:00Z', '22:00', '07:00', '2026-11-21T06:00:00.000Z'],
    ['their last moment', '2026-11-21T05:59:59.999Z', '22:00', '07:00', '2026-11-21T06:00:00.000Z'],
    ['their end', '2026-11-21T06:00:00Z', '22:00', '07:00', null],
    ['the night of an hour less', '2026-03-28T22:00:00Z', '22:00', '07:00', '2026-03-29T05:00:00.000Z'],
    ['the night of an hour more', '2026-10-24T21:00:00Z', '22:00', '07:00', '2026-10-25T06:00:00.000Z'],
    ['an end that the clock leaves out', '2026-03-29T00:30:00Z', '01:00', '02:30', '2026-03-29T01:00:00.000Z'],
    [
      'the second time of an end that comes twice',
      '2026-10-25T01:10:00Z',
      '01:00',
      '02:30',
      '2026-10-25T01:30:00.000Z',
    ],
    ['no time of theirs', '2026-11-20T12:00:00Z', '22:00', '07:00', null],
    ['a nap', '2026-11-20T12:30:00Z', '13:00', '14:15', '2026-11-20T13:15:00.000Z'],
  ])('in Berlin, at %s', (_, now, from, to, end) => {
    const [quietFrom, quietTo] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
    const until = quietUntil({ from: quietFrom ?? 0, to: quietTo ?? 0 }, 'Europe/Berlin', new Date(now));
    expect(until?.toISOString() ?? null).toBe(end);
  });

  it('go by the clock of Berlin where the zone is unknown', () => {
    const quiet = { from: 22 * 60, to: 7 * 60 };
    const now = new Date('2026-11-20T21:30:00Z');
    expect(quietUntil(quiet, 'Mars/Olympus', now)).toEqual(quietUntil(quiet, 'Europe/Berlin', now));
  });
});

describe('mail that is gathered', () => {
  const digest = fc.constantFrom('daily' as const, 'weekly' as const);

  it('is due at eight in the morning by the clock on the wall, within a day or a week, and never in quiet hours', () => {
    const times = fc.record({ quiet: fc.option(quietHours), digest });
    fc.assert(
      fc.property(zone, times, fc.oneof(anyTime, nearAShift), (where, { quiet, digest }, now) => {
        const due = dueAt({ quiet, digest }, where, now).getTime();
        expect(due).toBeGreaterThan(now.getTime());
        const morning = dueAt({ quiet: null, digest }, where, now).getTime();
        expect(wallMinutes(where, morning)).toBe(8 * 60);
        // A day with a clock change is at most two hours longer.
        expect(morning - now.getTime()).toBeLessThanOrEqual((digest === 'daily' ? 1 : 7) * dayMs + 120 * minuteMs);
        if (digest === 'weekly') {
          const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: where, weekday: 'long' }).format(morning);
          expect(weekday).toBe('Monday');
        }
        if (quiet) expect(isQuiet(quiet, where, due)).toBe(false);
        expect(due).toBe(quietUntil(quiet, where, new Date(morning))?.getTime() ?? morning);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, DeliveryTimes['digest'], string, string]>([
    ['before eight', 'daily', '2026-11-20T06:59:59Z', '2026-11-20T07:00:00.000Z'],
    ['at eight', 'daily', '2026-11-20T07:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['on a Monday before eight', 'weekly', '2026-11-23T06:00:00Z', '2026-11-23T07:00:00.000Z'],
    ['on a Monday after eight', 'weekly', '2026-11-23T08:00:00Z', '2026-11-30T07:00:00.000Z'],
    ['before the clocks are changed', 'daily', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
  ])('in Berlin, told of %s', (_, digest, now, due) => {
    expect(dueAt({ quiet: null, digest }, 'Europe/Berlin', new Date(now)).toISOString()).toBe(due);
  });
});
