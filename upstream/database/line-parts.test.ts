import { describe, expect, it } from 'vitest';
import { Parts, partsOf } from './line-parts';

const said = (words: string, first = 1, from = 'a1', kind = 'L') =>
  [...partsOf(words)].map((part, at) => `${from} ${kind}${first + at} ${part}`);
const long = JSON.stringify({ text: `“Grüße” 🌿 \u0000 ${'ü'.repeat(9000)}` });

describe('what is said on a line', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'bye'],
    ['a long text with any characters', long],
  ])('%s arrives', (_, words) => {
    const parts = new Parts();
    const heard = said(words).map((payload) => parts.read(payload));
    expect(heard.map((part) => part?.words).slice(0, -1)).toEqual(heard.slice(0, -1).map(() => undefined));
    const whole = heard.at(-1)?.words ?? '';
    expect(words.startsWith('{') ? JSON.parse(whole) : whole).toEqual(
      words.startsWith('{') ? JSON.parse(words) : words,
    );
  });

  it('has parts that PostgreSQL takes', () => {
    const sizes = said(long).map((payload) => Buffer.byteLength(payload));
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThan(8000);
  });

  it('of several processes is kept apart', () => {
    const parts = new Parts();
    const [a, b] = [said(long, 1, 'a1'), said(long, 1, 'b2')];
    const heard = a.flatMap((payload, at) => [parts.read(payload), parts.read(b[at] ?? '')]);
    expect(heard.filter((part) => part?.words !== undefined).map((part) => part?.from)).toEqual(['a1', 'b2']);
  });

  it('counts once, when a part comes again', () => {
    const parts = new Parts();
    expect(parts.read('a1 L1 .x')?.words).toBe('x');
    expect(parts.read('a1 L1 .x')).toBeNull();
    expect(parts.read('a1 L2 .y')?.words).toBe('y');
  });

  it('shows that a part is missing, and makes no text of the others', () => {
    const parts = new Parts();
    parts.read('a1 L1 +{"a":');
    expect(parts.read('a1 L3 .2}')).toMatchObject({ isGap: true, words: '2}' });
    expect(parts.read('a1 L4 .{}')).toMatchObject({ isGap: false, words: '{}' });
  });

  it('is not what somebody else notifies', () => {
    const parts = new Parts();
    for (const payload of ['', 'hello', 'A1 L1 .x', 'a1 X1 .x', 'a1 L1 x']) expect(parts.read(payload)).toBeNull();
  });
});
