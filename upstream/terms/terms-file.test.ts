import { describe, expect, it } from 'vitest';
import { BadTermsFile, parseTermsFile } from './terms-file';

const now = new Date('2026-11-21T09:41:00Z');
const matter = [
  'slug: house-rules',
  'required: yes',
  'effective: 2027-01-01',
  'name-en: House rules',
  'name-de: Hausordnung',
];
const texts = ['<!-- en -->', '# Quiet', '', 'After ten.', '<!-- de -->', '# Ruhe', '', 'Ab zehn.'];
const file = (front = matter, body = texts) => ['---', ...front, '---', ...body, ''].join('\n');
const without = (key: string) => matter.filter((line) => !line.startsWith(key));
const withLine = (line: string) => [...without(line.split(':')[0] ?? ''), line];

describe('parseTermsFile', () => {
  it('reads front matter and both texts', () => {
    expect(parseTermsFile(file(), now)).toEqual({
      slug: 'house-rules',
      required: true,
      effectiveAt: new Date('2027-01-01T00:00:00Z'),
      name: { en: 'House rules', de: 'Hausordnung' },
      text: { en: '# Quiet\n\nAfter ten.', de: '# Ruhe\n\nAb zehn.' },
    });
  });

  it('reads a file of Windows, and colons in a value', () => {
    const read = parseTermsFile(`\uFEFF${file(withLine('name-en: Rules: the house')).replaceAll('\n', '\r\n')}`, now);
    expect(read.name.en).toBe('Rules: the house');
    expect(read.text.de).toBe('# Ruhe\n\nAb zehn.');
  });

  it('takes a heading for one, whatever stands above and below it', () => {
    const body = ['<!-- en -->', '# Quiet', 'After ten.', '# Pets', 'On a lead.', ...texts.slice(4)];
    expect(parseTermsFile(file(matter, body), now).text.en).toBe('# Quiet\n\nAfter ten.\n\n# Pets\n\nOn a lead.');
  });

  it.each([
    ['now', now.toISOString()],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2027-01-01T09:00+01:00', '2027-01-01T08:00:00.000Z'],
  ])('takes effect %s', (written, instant) => {
    expect(parseTermsFile(file(withLine(`effective: ${written}`)), now).effectiveAt.toISOString()).toBe(instant);
  });

  it.each([
    ['no front matter', 'Just a text', 'front matter'],
    ['an open front matter', ['---', ...matter].join('\n'), 'front matter'],
    ['a missing key', file(without('slug')), 'lacks slug'],
    ['a key twice', file([...matter, 'slug: again']), 'Line 7: slug is there twice'],
    ['an unknown key', file([...matter, 'author: me']), 'Line 7: expected one of'],
    ['an empty value', file(withLine('name-de:')), 'name-de says nothing'],
    ['half a yes', file(withLine('required: perhaps')), 'required is yes or no'],
    ['a day that is none', file(withLine('effective: 2027-02-30')), 'effective is'],
    ['a time without its zone', file(withLine('effective: 2027-01-01T09:00')), 'effective is'],
    ['a day that is over', file(withLine('effective: 2026-11-20')), 'effective is over'],
    ['one language', file(matter, texts.slice(0, 4)), 'The text is missing'],
    ['an empty text', file(matter, [...texts.slice(0, 4), '<!-- de -->', ' ']), 'The text is missing'],
    ['a language twice', file(matter, [...texts, '<!-- en -->']), '<!-- en --> is there twice'],
    ['text of no language', file(matter, ['Hello', ...texts]), 'text before'],
  ])('refuses %s', (_, text, reason) => {
    expect(() => parseTermsFile(text, now)).toThrow(BadTermsFile);
    expect(() => parseTermsFile(text, now)).toThrow(reason);
  });
});
