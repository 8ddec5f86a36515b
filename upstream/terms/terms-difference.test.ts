import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedSections, compareTexts, type Paragraph } from './terms-difference';

const before = `# Fees

Membership costs nothing.

# Notice

You can leave with a notice of 30 days. We send you a letter.

# Data

We keep your name.`;

const after = `# Fees

Membership costs nothing.

# Notice

You can leave with a notice of 14 days. We send you a letter.

We never ask why.

# Contact

Write to support.`;

const text = (paragraphs: Paragraph[], unlike: 'added' | 'removed') =>
  paragraphs
    .filter(({ change }) => change !== unlike)
    .map(({ heading, parts }) => {
      const words = parts.filter(({ change }) => change !== unlike).map((part) => part.text);
      return (heading ? '# ' : '') + words.join(' ');
    });

describe('the difference between two texts', () => {
  it('is word by word within a changed paragraph, and whole where paragraphs come or go', () => {
    expect(compareTexts(before, after).filter(({ change }) => change !== 'same')).toEqual([
      {
        heading: false,
        change: 'changed',
        parts: [
          { change: 'same', text: 'You can leave with a notice of' },
          { change: 'removed', text: '30' },
          { change: 'added', text: '14' },
          { change: 'same', text: 'days. We send you a letter.' },
        ],
      },
      { heading: false, change: 'added', parts: [{ change: 'added', text: 'We never ask why.' }] },
      { heading: true, change: 'removed', parts: [{ change: 'removed', text: 'Data' }] },
      { heading: false, change: 'removed', parts: [{ change: 'removed', text: 'We keep your name.' }] },
      { heading: true, change: 'added', parts: [{ change: 'added', text: 'Contact' }] },
      { heading: false, change: 'added', parts: [{ change: 'added', text: 'Write to support.' }] },
    ]);
  });

  it('names the sections that it is in', () => {
    expect(changedSections(compareTexts(before, after))).toEqual(['Notice', 'Data', 'Contact']);
    expect(changedSections(compareTexts('One.', 'Two.'))).toEqual([]);
  });

  it('is none between a text and itself, however its lines break', () => {
    const same = compareTexts(before, before.replaceAll('\n\n', '\n \n\n').replaceAll(' of ', '\nof '));
    expect(same.every(({ change }) => change === 'same')).toBe(true);
  });

  it('holds both texts, whatever they are', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'days', '#', '14');
    const paragraph = fc
      .tuple(fc.boolean(), fc.array(word, { minLength: 1, maxLength: 8 }))
      .map(([heading, words]) => (heading ? `# x${words.join(' ')}` : `x${words.join(' ')}`));
    const paragraphs = fc.array(paragraph, { maxLength: 8 });
    fc.assert(
      fc.property(paragraphs, paragraphs, (old, next) => {
        const compared = compareTexts(old.join('\n\n'), next.join('\n\n'));
        expect(text(compared, 'added')).toEqual(old);
        expect(text(compared, 'removed')).toEqual(next);
      }),
    );
  });

  it('of two long texts that share nothing is one text in place of the other', () => {
    const long = (mark: string) =>
      Array.from({ length: 200 }, (_, index) => `${mark}${index} ${`${mark} `.repeat(80)}`).join('\n\n');
    const compared = compareTexts(long('a'), long('b'));
    expect(compared.map(({ change }) => change)).toEqual([...Array(200).fill('removed'), ...Array(200).fill('added')]);
  });
});
