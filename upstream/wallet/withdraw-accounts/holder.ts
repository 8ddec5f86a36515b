/** Letters that are no base and mark, as banks without them write them. */
const written: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };
const titles = new Set(['dr', 'prof', 'dipl', 'ing', 'mag', 'herr', 'frau', 'mr', 'mrs', 'ms']);
/** Two people, or more. */
const joins = new Set(['und', 'oder', 'and', 'or', 'u']);

/**
 * Whether an account's holder is the member: case, umlauts (ä = ae = a, ß = ss), other marks, titles, the order of the
 * names and further first names make no difference. Joint and companies' accounts are somebody else's.
 */
export function isHolder(holder: string, member: { firstname: string; lastname: string }): boolean {
  const words = wordsOf(holder).filter((word) => !titles.has(word));
  const family = wordsOf(member.lastname);
  const given = wordsOf(member.firstname);
  const startsWithFamily = family.every((word, at) => words[at] === word);
  const endsWithFamily = family.every((word, at) => words[words.length - family.length + at] === word);
  return (
    (endsWithFamily && areGivenNames(words.slice(0, -family.length), given)) ||
    (startsWithFamily && areGivenNames(words.slice(family.length), given))
  );
}

/** The same names, or some of them more on one side. */
function areGivenNames(found: string[], given: string[]): boolean {
  if (found.length === 0 || found.some((word) => joins.has(word))) return false;
  return found.every((word) => given.includes(word)) || given.every((word) => found.includes(word));
}

function wordsOf(name: string): string[] {
  const folded = name
    .replaceAll(/[&+]/g, ' und ')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => written[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’ʼ`´]/gu, '')
    .replaceAll(/([aou])e/g, '$1');
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
