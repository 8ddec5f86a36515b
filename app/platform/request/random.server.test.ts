import { expect, it } from 'vitest';
import { drawBytes } from './random.server';

it('returns as many bytes as asked for, and never the same portion twice', () => {
  const drawn = Array.from({ length: 2000 }, (_, at) => drawBytes(8 + (at % 57)));
  expect(drawn.map(({ length }) => length)).toEqual(drawn.map((_, at) => 8 + (at % 57)));
  expect(new Set(drawn.map((bytes) => bytes.toString('hex', 0, 8))).size).toBe(drawn.length);
});

it('returns bytes that later draws do not change', () => {
  const first = drawBytes(16);
  const before = first.toString('hex');
  for (let draw = 0; draw < 1000; draw++) drawBytes(16);
  expect(first.toString('hex')).toBe(before);
});

it.each([0, -5, 1.5, Number.NaN, 65, 5000])('refuses a size of %d', (size) => {
  expect(() => drawBytes(size)).toThrow(RangeError);
  expect(drawBytes(16)).toHaveLength(16);
});
