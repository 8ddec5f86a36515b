import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTime, offsetIn } from './dates';
import { knowClock, knownOffset, writeClock } from './zone-clock';

const from = Date.UTC(2021);
const until = Date.UTC(2028);
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'UTC',
];

describe('the clock of a zone that is sent with a page', () => {
  it('says the same as Intl at each moment', () => {
    for (const zone of zones)
      knowClock(
        zone,
        writeClock(from, until, (at) => offsetIn(at, zone)),
      );
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: until - 1 }), (zone, at) => {
        expect(knownOffset(zone, at)).toBe(offsetIn(at, zone));
      }),
    );
  });

  it.each([
    ['2026-03-29T00:59:59Z', 60],
    ['2026-03-29T01:00:00Z', 120],
    ['2026-10-25T00:59:59Z', 120],
    ['2026-10-25T01:00:00Z', 60],
  ])('at %s is %i minutes ahead of UTC in Berlin', (at, minutes) => {
    expect(knownOffset('Europe/Berlin', Date.parse(at))).toBe(minutes);
  });

  it('is short', () => {
    expect(writeClock(from, until, (at) => offsetIn(at, 'Europe/Berlin')).length).toBeLessThan(160);
    expect(writeClock(from, until, () => 0)).toBe(`${from / 900_000},0,${(until - from) / 900_000}`);
  });

  it('says nothing of other moments, of which Intl is asked', () => {
    expect([knownOffset('Europe/Berlin', from - 1), knownOffset('Europe/Berlin', until)]).toEqual([null, null]);
    expect(knownOffset('Asia/Tokyo', from)).toBeNull();
    expect(formatTime('1990-07-01T10:00:00Z', 'datetime', 'en', 'Europe/Berlin')).toBe('1 Jul 1990, 12:00');
    expect(formatTime('2026-07-01T10:00:00Z', 'datetime', 'en', 'Europe/Berlin')).toBe('1 Jul 2026, 12:00');
  });
});
