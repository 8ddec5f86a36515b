import { describe, expect, it } from 'vitest';
import { carriedIn, errorIn, wordsIn } from './contact-path';

const search = (text: string) => new URLSearchParams(text);

describe('what the address of the form carries', () => {
  it('goes on to the next page, and nothing else does', () => {
    expect(carriedIn(search('q=+my+money+&withdraw=WD-1&other=1&page=2'))).toBe('?q=my+money&withdraw=WD-1');
    expect(carriedIn(search('other=1&q='))).toBe('');
  });

  it('is no longer than a subject', () => {
    expect(wordsIn(search(`q=${'x'.repeat(300)}`))).toHaveLength(120);
  });

  it.each([
    ['0123456789abcdef', '0123456789abcdef'],
    ['0123456789ABCDEF', null],
    ['0123456789abcdef0', null],
    ['<script>', null],
    ['', null],
  ])('as the number of an error %j is %j', (text, number) => {
    expect(errorIn(new URLSearchParams({ error: text }))).toBe(number);
  });
});
