import { expect, it } from 'vitest';
import { readSearch } from './search';

it('finds a label whose random part begins like a prefix', () => {
  const [term] = readSearch('ap9scc', 'en');
  expect(term?.labels).toContainEqual({ from: 'TX-AP9SCC000', to: 'TX-AP9SCCZZZ' });
  expect(term?.labels).toContainEqual({ from: 'AP-9SCC00000', to: 'AP-9SCCZZZZZ' });
});

it('takes the eight longest words, and none with which another begins', () => {
  const typed = 'a bo bon bonu bonus ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjj';
  const beginnings = readSearch(typed, 'en').map(({ beginning }) => beginning);
  expect(beginnings).toEqual(['jjjjjjjjjj', 'iiiiiiiii', 'hhhhhhhh', 'ggggggg', 'ffffff', 'bonus', 'eeeee', 'dddd']);
});

it('keeps a word with which another begins where the other one finds more', () => {
  // "AP9SC" is also the beginning of AP-9SC…, which has no label that begins with "AP9".
  expect(readSearch('ap9 ap9sc', 'en').map(({ beginning }) => beginning)).toEqual(['ap9sc', 'ap9']);
});

it('finds nothing with a part that has no word, however many others there are', () => {
  expect(readSearch('one two three four five six seven eight nine ?!', 'en')).toEqual([
    { types: [], beginning: '', labels: [] },
  ]);
});
