import { describe, expect, it } from 'vitest';
import { Parts, partsOf, sealPart } from './line-parts';

const secrets = ['the newest secret', 'an older secret'];
const now = Date.parse('2026-11-20T09:00:00Z');
const minute = 60_000;

const plain = (words: string, first = 1, from = 'a1', kind = 'L') =>
  [...partsOf(words)].map((part, at) => `${from} ${kind}${first + at} ${part}`);
const said = (...told: Parameters<typeof plain>) => plain(...told).map((part) => sealPart(secrets, part, now));
const long = JSON.stringify({ text: `“Grüße” 🌿 \u0000\u2028 ${'ü🌿'.repeat(9000)}` });

function listen(own = secrets) {
  const parts = new Parts(own);
  const read = (payload = '', at = now) => parts.read(payload, at);
  const wordsOf = (payload = '', at = now) => {
    const part = read(payload, at);
    return typeof part === 'string' ? part : part.words;
  };
  return { parts, read, wordsOf };
}

describe('what is said on a line', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'bye'],
    ['a long text with any characters', long],
  ])('%s arrives', (_, words) => {
    const { wordsOf } = listen();
    const heard = said(words).map((payload) => wordsOf(payload));
    expect(heard.slice(0, -1)).toEqual(heard.slice(0, -1).map(() => undefined));
    expect(heard.at(-1)).toBe(words);
  });

  it('has parts that PostgreSQL takes, and not many more for letters beyond ASCII', () => {
    const sizes = plain(long, 9_000_000_000, 'a1b2c3d4e5f6').map((part) =>
      Buffer.byteLength(sealPart(secrets, part, now)),
    );
    expect(Math.max(...sizes)).toBeLessThan(8000);
    expect(sizes.length).toBe(Math.ceil(Buffer.byteLength(long) / 5900));
  });

  it('of several processes is kept apart', () => {
    const { read } = listen();
    const [a, b] = [said(long, 1, 'a1'), said(long, 1, 'b2')];
    const heard = a.flatMap((payload, at) => [read(payload), read(b[at])]);
    expect(heard.slice(-2)).toMatchObject([
      { from: 'a1', words: long },
      { from: 'b2', words: long },
    ]);
  });

  it('shows that a part is missing, and makes no text of the others', () => {
    const { read } = listen();
    const [first, , third, fourth] = ['+{"a":', '+1', '.2}', '.{}'].map((part, at) =>
      sealPart(secrets, `a1 L${at + 1} ${part}`, now),
    );
    read(first);
    expect(read(third)).toMatchObject({ isGap: true, words: '2}' });
    expect(read(fourth)).toMatchObject({ isGap: false, words: '{}' });
  });

  it('may go on anywhere after a pause', () => {
    const { parts, read } = listen();
    read(said('x', 3)[0]);
    parts.rest('a1');
    expect(read(said('y', 9)[0])).toMatchObject({ isGap: false, words: 'y' });
    expect(read(said('z', 11)[0])).toMatchObject({ isGap: true });
  });
});

describe('what is said on a line, to others', () => {
  it('shows nothing, and differs each time', () => {
    const [one, other] = [said('bye')[0] ?? '', said('bye')[0] ?? ''];
    expect(one).toMatch(/^[\w-]+$/);
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toMatch(/bye|a1 L/);
  });

  it('opens with each secret while secrets change', () => {
    const { wordsOf } = listen(secrets.toReversed());
    expect(wordsOf(sealPart(secrets, 'a1 L1 .x', now))).toBe('x');
    expect(wordsOf(sealPart(secrets.toReversed(), 'b2 L1 .y', now))).toBe('y');
    expect(wordsOf(sealPart(['another secret'], 'c3 L1 .z', now))).toBe('foreign');
  });

  it.each([
    '',
    'hello',
    'a1 L1 .x',
    'abcdef S1 .{"kind":"send_away","channel":"private-user.2"}',
    sealPart(secrets, 'A1 L1 .x', now),
    sealPart(secrets, 'a1 X1 .x', now),
    sealPart(secrets, 'a1 L1 x', now),
    sealPart(secrets, 'a1 L1 .x', now).slice(0, -2),
    `${sealPart(secrets, 'a1 L1 .x', now).slice(0, -2)}AA`,
  ])('%j is foreign', (payload) => {
    expect(listen().read(payload)).toBe('foreign');
  });
});

describe('what is said again', () => {
  it.each(['L', 'S'])('is known by its number (%s)', (kind) => {
    const { parts, read, wordsOf } = listen();
    const [first, second] = [said('x', 1, 'a1', kind)[0], said('y', 2, 'a1', kind)[0]];
    expect(wordsOf(first)).toBe('x');
    expect(read(first)).toBe('known');
    expect(wordsOf(second)).toBe('y');
    parts.rest('a1');
    parts.restAll();
    parts.tidy(now + 9 * minute);
    for (const payload of [first, second]) expect(read(payload)).toBe('known');
  });

  it('is too old when its process is forgotten', () => {
    const { parts, read, wordsOf } = listen();
    const [early] = said('x');
    expect(wordsOf(early, now - 5 * minute)).toBe('x');
    parts.tidy(now + 5 * minute + 1);
    expect(read(early, now + 5 * minute + 1)).toBe('foreign');
    expect(read(early, now - 5 * minute - 1)).toBe('foreign');
    expect(wordsOf(early, now + 5 * minute)).toBe('x');
  });
});
