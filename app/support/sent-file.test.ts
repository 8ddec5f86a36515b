import { describe, expect, it } from 'vitest';
import { fileWords, fittingFiles, formatSize } from './sent-file';

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

describe('chosen files', () => {
  const MB = 1024 * 1024;
  const named = (...sizes: number[]) => sizes.map((size, index) => ({ name: `${index}`, size }));
  const outcome = (chosen: number[], has: number[] = []) => {
    const { fitting, faults } = fittingFiles(named(...chosen), has);
    return [fitting.map(({ name }) => name).join(), faults.map(({ fault, name }) => `${name} ${fault}`).join()];
  };

  it('are those that the message has room for', () => {
    expect(outcome([10 * MB, 10 * MB + 1, 1])).toEqual(['0,2', '1 too_large']);
    expect(outcome([1, 1, 1], [1, 1, 1])).toEqual(['0,1', '2 most']);
    expect(outcome([9 * MB, 9 * MB, 7 * MB])).toEqual(['0,1,2', '']);
    expect(outcome([9 * MB, 8 * MB], [9 * MB])).toEqual(['0', '1 too_much']);
  });
});
