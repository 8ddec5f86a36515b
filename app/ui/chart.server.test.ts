import { describe, expect, it } from 'vitest';
import { stairOf } from './chart.server';

describe('the stair of a chart', () => {
  it('stands on 0, steps where a value changes, and ends at the right edge', () => {
    expect(stairOf([0, 0, 1500, 3000, 3000])).toEqual({
      line: 'M0,100L50,100L50,50L75,50L75,0L100,0L100,0',
      end: 0,
      ticks: [3000, 2000, 1000, 0],
    });
  });

  it('has a grid of whole values even where there is next to nothing', () => {
    for (const value of [0, 0.01, 0.5, 2.99, 7, 151, 1234.56]) {
      const { ticks } = stairOf([0, value]);
      expect(ticks.every(Number.isInteger), String(value)).toBe(true);
      expect(ticks.at(-1)).toBe(0);
      expect(ticks[0]).toBeGreaterThanOrEqual(value);
      const gaps = ticks.slice(1).map((tick, index) => (ticks[index] ?? 0) - tick);
      expect(new Set(gaps).size).toBe(1);
    }
  });
});
