import { expect, it } from 'vitest';
import { foldMessages, partsOf } from './fold-messages';

const say = (...lengths: number[]) => lengths.map((length, id) => ({ id: `${id}`, body: 'word '.repeat(length / 5) }));
const whole = (messages: ReturnType<typeof say>) =>
  foldMessages(messages)
    .filter(({ isFolded }) => !isFolded)
    .map(({ id }) => id)
    .join('');

it('leaves short texts, and what fits', () => {
  expect(whole(say(90, 90, 90, 90, 90, 90, 90, 90, 90, 90))).toBe('0123456789');
  expect(whole(say(200, 400))).toBe('01');
});

it('shortens older texts once the newer ones have filled the page', () => {
  expect(whole(say(300, 200, 150, 200))).toBe('123');
  expect(whole(say(300, 90, 550))).toBe('12');
  const [first] = foldMessages(say(400, 500));
  expect(first?.body).toMatch(/^(word )+word…$/);
  expect(first?.body.length).toBeLessThan(65);
});

it('shortens the newest one too, but less', () => {
  const [only] = foldMessages(say(5000));
  expect(only?.isFolded).toBe(true);
  expect(only?.body.length).toBeGreaterThan(380);
});

it('shows less of a text whose characters are longer', () => {
  const [only] = foldMessages([{ body: '鐘'.repeat(3000) }]);
  expect(Buffer.byteLength(only?.body ?? '')).toBeLessThan(410);
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
