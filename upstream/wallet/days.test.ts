import { describe, expect, it } from 'vitest';
import { dayAfter, dayOf, startOfDay } from './days';

describe('a day begins', () => {
  it.each([
    ['2026-11-20', 'Europe/Berlin', '2026-11-19T23:00:00.000Z'],
    ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
    // The days on which the clocks change, and the days after them.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    // The clocks change at midnight: forward in Cairo, back in Havana.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['1960-01-01', 'UTC', '1960-01-01T00:00:00.000Z'],
  ])('%s in %s at %s', (day, zone, at) => {
    expect(startOfDay(day, zone).toISOString()).toBe(at);
    expect(dayOf(startOfDay(day, zone), zone)).toBe(day);
    expect(dayOf(new Date(startOfDay(day, zone).getTime() - 1), zone)).toBe(dayBefore(day));
  });

  it('after the one before', () => {
    expect([dayAfter('2026-12-31'), dayAfter('2028-02-28')]).toEqual(['2027-01-01', '2028-02-29']);
  });
});

const dayBefore = (day: string) => new Date(Date.parse(day) - 1).toISOString().slice(0, 10);
