import { expect, it } from 'vitest';
import { foldMessages } from './fold-messages';

const say = (...lengths: number[]) => lengths.map((length, id) => ({ id: `${id}`, body: 'word '.repeat(length / 5) }));
const whole = (messages: ReturnType<typeof say>, asked: string | null = null) =>
  foldMessages(messages, asked)
    .filter(({ isFolded }) => !isFolded)
    .map(({ id }) => id)
    .join('');

it('leaves short texts, and the longest newest one', () => {
  expect(whole(say(300, 300, 300, 300, 300, 300, 300, 300, 300, 300))).toBe('0123456789');
  expect(whole(say(5000))).toBe('0');
});

it('shortens older texts once the newer ones have filled the page', () => {
  expect(whole(say(400, 800, 800, 800))).toBe('123');
  expect(whole(say(700, 900, 1600))).toBe('12');
  expect(whole(say(400, 100, 5000))).toBe('12');
  const [first] = foldMessages(say(400, 5000), null);
  expect(first?.body).toMatch(/^(word )+word…$/);
  expect(first?.body.length).toBeLessThan(210);
});

it('leaves the one that was asked for whole, in place of the newest', () => {
  expect(whole(say(5000, 100, 5000), '0')).toBe('01');
  expect(whole(say(5000, 100, 5000), 'unknown')).toBe('12');
});
