import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { foldMessages, partsOf } from './fold-messages';

/** Texts of so many characters that compression makes hardly any smaller. */
const say = (...lengths: number[]) =>
  lengths.map((length, id) => ({ id: `${id}`, body: randomBytes(length).toString('base64').slice(0, length) }));
const whole = (messages: ReturnType<typeof say>) =>
  foldMessages(messages)
    .filter(({ isFolded }) => !isFolded)
    .map(({ id }) => id)
    .join('');

it('leaves short texts, and what fits', () => {
  expect(whole(say(90, 90, 90, 90, 90, 90, 90, 90, 90, 90))).toBe('0123456789');
  expect(whole(say(300, 500))).toBe('01');
  expect(whole([{ id: '0', body: 'Where do I find the answer? '.repeat(100) }])).toBe('0');
});

it('shortens older texts once the newer ones have filled the page', () => {
  expect(whole(say(500, 250, 150, 250))).toBe('123');
  expect(whole(say(500, 90, 650))).toBe('12');
  const [first] = foldMessages(say(500, 800));
  expect(first?.body.length).toBeLessThan(57);
});

it('shortens the newest one too, but less', () => {
  const [only] = foldMessages(say(5000));
  expect(only?.isFolded).toBe(true);
  expect(only?.body.length).toBeGreaterThan(740);
});

it('shows less of a text whose characters are longer', () => {
  const signs = Array.from(randomBytes(3000), (byte) => String.fromCodePoint(0x4e00 + byte * 7)).join('');
  const [only] = foldMessages([{ body: signs }]);
  expect(Buffer.byteLength(only?.body ?? '')).toBeLessThan(770);
});

it.each([
  ['words', 'word '.repeat(1000).trim()],
  ['one word', 'w'.repeat(5000)],
  ['signs of two units', '🌱'.repeat(2500)],
  ['lines', `One\n\nTwo\n${'three '.repeat(800)}\nEnd`],
  ['little', 'Hello'],
])('parts a text of %s without losing any of it', (_, text) => {
  const parts = partsOf(text);
  expect(parts.join('')).toBe(text);
  for (const part of parts) {
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(2200);
    // It throws for half a sign.
    expect(() => encodeURIComponent(part)).not.toThrow();
  }
});
