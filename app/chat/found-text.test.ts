import { describe, expect, it } from 'vitest';
import { foundText } from './found-text';

/** Writes hits in square brackets. */
const written = (text: string, q: string, most = 240) =>
  foundText(text, q, most)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('');

describe('a message that a search found', () => {
  it.each([
    [
      'marks each word that begins so',
      'Water the plants. Watering is fun.',
      'wat',
      '[Water] the plants. [Watering] is fun.',
    ],
    ['does not mark the middle of a word', 'underwater', 'water', 'underwater'],
    ['distinguishes no accents and no ß', 'Die Größe im Café', 'cafe grösse', 'Die [Größe] im [Café]'],
    ['shows several lines as one', 'One\n\n two', 'two', 'One [two]'],
    ['marks all words of the search', 'Sun, rain and wind', 'wind sun', '[Sun], rain and [wind]'],
    ['knows no patterns', 'a.b (c) $1', '.*', 'a.b (c) $1'],
  ])('%s', (_, text, q, expected) => {
    expect(written(text, q)).toBe(expected);
  });

  it('shows the place of the hit in a long text', () => {
    const text = `${'Rain fell on the roof. '.repeat(50)}The shears are back. ${'Then it stopped. '.repeat(50)}`;
    const shown = written(text, 'shears', 120);
    expect(shown).toMatch(/^….*\[shears\].*…$/);
    expect([...shown].length).toBeLessThanOrEqual(124);
  });

  it('cuts no character in two', () => {
    expect(written(`${'🌱'.repeat(300)} seed`, 'seed', 40)).toMatch(/^…🌱* ?\[seed\]$/u);
    expect(written(`seed ${'🌱'.repeat(300)}`, 'seed', 10)).toBe(`[seed] ${'🌱'.repeat(5)}…`);
  });
});
