/** Splits texts into words for the search. */

/** A word is compared by this many letters, because more of them say nothing new. */
const longest = 12;

/** Returns the words without capitals and accents: `Überweisung, 2. Teil` has `uberweisung`, `2` and `teil`. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A search looks for at most so many words. Each costs a look into an index, and a row that has eight has been found. */
const mostSearched = 8;

/**
 * Returns what a search looks for: the longest, which tell most, without those that another one implies. Nothing else
 * bounds what a search costs, because a hundred characters have room for fifty words.
 */
export function tellingOf<T>(
  all: readonly T[],
  { length, implies }: { length: (one: T) => number; implies: (one: T, other: T) => boolean },
): T[] {
  const kept: T[] = [];
  const longestFirst = all.toSorted((a, b) => length(b) - length(a));
  for (const one of longestFirst) if (!kept.some((other) => implies(other, one))) kept.push(one);
  return kept.slice(0, mostSearched);
}

export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** Returns as much of a word as `beginningsOf` keeps. */
export const beginningOf = (word: string): string => [...word].slice(0, longest).join('');

/** Returns every beginning of every word, up to 12 letters. */
export function beginningsOf(text: string): string[] {
  const found = wordsOf(text).flatMap((word) => {
    const letters = [...beginningOf(word)];
    return letters.map((_, last) => letters.slice(0, last + 1).join(''));
  });
  return [...new Set(found)];
}
