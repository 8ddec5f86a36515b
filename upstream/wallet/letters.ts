/** Letters that Unicode does not decompose, with the letters that banks write instead. */
const written: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };

/**
 * Removes the differences in how banks write a text: case, umlauts (ä = ae = a), other letters with marks, ß = ss, and
 * apostrophes.
 */
export const foldLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => written[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’ʼ`´]/gu, '')
    .replaceAll(/([aou])e/g, '$1');
