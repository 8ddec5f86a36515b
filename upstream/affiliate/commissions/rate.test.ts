import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partOf } from './rate';

it.each([
  [14_900n, 500, 745n],
  [10n, 500, 0n],
  [30n, 500, 2n],
  [50n, 500, 2n],
  [50n, 100, 0n],
  [51n, 100, 1n],
  [150n, 100, 2n],
])('of %i cents at %i hundredths of a per cent is %i cents', (base, rate, part) => {
  expect(partOf(base, rate)).toBe(part);
});

it('is never further than half a cent from the exact part, and even where it is just half', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.integer({ min: 1, max: 5000 }), (base, rate) => {
      const off = 2n * (partOf(base, rate) * 10_000n - base * BigInt(rate));
      expect(off >= -10_000n && off <= 10_000n).toBe(true);
      if (off === 10_000n || off === -10_000n) expect(partOf(base, rate) % 2n).toBe(0n);
    }),
  );
});
