import { expect, it } from 'vitest';
import { shortened } from './shortened';

const limits = { longest: 30, short: 20 };

it('leaves a text that is little longer than the short form', () => {
  expect(shortened('x'.repeat(30), limits)).toBe('x'.repeat(30));
});

it('cuts after a word, and keeps the lines before it', () => {
  expect(shortened('The first line.\nThe second line is long.', limits)).toBe('The first line.\nThe…');
  expect(shortened('Is this one there? Yes, it really is there.', limits)).toBe('Is this one there?…');
});

it('cuts a text without spaces, and no sign in two', () => {
  expect(shortened('🌱'.repeat(40), limits)).toBe(`${'🌱'.repeat(20)}…`);
  expect(shortened('a'.repeat(31), limits)).toBe(`${'a'.repeat(20)}…`);
});
