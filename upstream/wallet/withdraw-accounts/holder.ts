import { foldLetters } from '../letters';

const titles = new Set(['dr', 'prof', 'dipl', 'ing', 'mag', 'herr', 'frau', 'mr', 'mrs', 'ms']);
/** Words that join two or more people. */
const joins = new Set(['und', 'oder', 'and', 'or', 'u']);

/**
 * Returns whether an account's holder is the member. These make no difference: case, umlauts (ä = ae = a, ß = ss),
 * other marks, titles, the order of the names, and first names beside the first one. Joint accounts and accounts of
 * companies belong to somebody else. A name without letters matches nobody.
 */
export function isHolder(holder: string, member: { firstname: string; lastname: string }): boolean {
  const words = wordsOf(holder).filter((word) => !titles.has(word));
  const family = wordsOf(member.lastname);
  const given = wordsOf(member.firstname);
  if (family.length === 0 || given.length === 0) return false;
  const startsWithFamily = family.every((word, at) => words[at] === word);
  const endsWithFamily = family.every((word, at) => words[words.length - family.length + at] === word);
  return (
    (endsWithFamily && areGivenNames(words.slice(0, -family.length), given)) ||
    (startsWithFamily && areGivenNames(words.slice(family.length), given))
  );
}

/** True for all of the member's first names with any others, or for some of them including the first one. */
function areGivenNames(found: string[], given: string[]): boolean {
  if (found.length === 0 || found.some((word) => joins.has(word))) return false;
  const hasAll = given.every((word) => found.includes(word));
  return hasAll || (found.includes(given[0] as string) && found.every((word) => given.includes(word)));
}

function wordsOf(name: string): string[] {
  return foldLetters(name.replaceAll(/[&+]/g, ' und ')).match(/[\p{L}\p{N}]+/gu) ?? [];
}
