import { describe, expect, it } from 'vitest';
import { fileWords, formatSize } from './sent-file';

describe('the size of a file', () => {
  it.each([
    [0, '1\u00a0kB', '1\u00a0kB'],
    [84_312, '84\u00a0kB', '84\u00a0kB'],
    [999_499, '999\u00a0kB', '999\u00a0kB'],
    [999_500, '1.0\u00a0MB', '1,0\u00a0MB'],
    [10_485_760, '10.5\u00a0MB', '10,5\u00a0MB'],
  ])('of %i bytes stays with its unit', (bytes, en, de) => {
    expect([formatSize(bytes, 'en'), formatSize(bytes, 'de')]).toEqual([en, de]);
  });

  it('follows the name', () => {
    expect(fileWords({ name: 'a.pdf', size: 2000 }, 'en')).toBe('a.pdf, 2\u00a0kB');
  });
});
