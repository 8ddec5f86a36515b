/** Words as a search compares them. */

/** More letters of a word than these say nothing new. */
const longest = 12;

/** Without capitals and accents: `Überweisung, 2. Teil` has `uberweisung`, `2` and `teil`. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** As much of a word as `beginningsOf` keeps. */
export const beginningOf = (word: string): string => [...word].slice(0, longest).join('');

/** Every beginning of every word, up to 12 letters. */
export function beginningsOf(text: string): string[] {
  const found = wordsOf(text).flatMap((word) => {
    const letters = [...beginningOf(word)];
    return letters.map((_, last) => letters.slice(0, last + 1).join(''));
  });
  return [...new Set(found)];
}
