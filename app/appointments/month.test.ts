import { describe, expect, it } from 'vitest';
import { daysOf, monthAfter, weeksOf } from './month';

describe('a month of the calendar', () => {
  it('begins its weeks on Monday and leaves out days of other months', () => {
    const weeks = weeksOf('2026-12');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.slice(0, 2)).toEqual([null, '2026-12-01']);
    expect(weeks[4]?.slice(3)).toEqual(['2026-12-31', null, null, null]);
  });

  it('has every day once, also over a change of the clock and in a leap year', () => {
    for (const [month, length] of [
      ['2026-03', 31],
      ['2026-10', 31],
      ['2028-02', 29],
      ['2027-02', 28],
    ] as const) {
      const days = weeksOf(month)
        .flat()
        .filter((day) => day !== null);
      expect(new Set(days).size).toBe(length);
    }
  });

  it('knows its neighbours over the turn of the year, and its days', () => {
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
    expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });
});
