/** The words of texts, as the search knows them and as hits are marked. */

const word = /[\p{L}\p{N}]+/gu;
/** Where a long word may be broken. Nobody types it. */
const softHyphens = /\u00ad/g;

/** Returns the words of a text in lower case, in their order. */
export const wordsIn = (text: string): string[] =>
  text.normalize('NFC').replace(softHyphens, '').toLowerCase().match(word) ?? [];

/** Tags and entities are no words: a mark in one of them would break the HTML. */
const pieces = /<[^>]*>|&(?:#\d+|\w+);|[\p{L}\p{N}]+/gu;

/**
 * Puts `<mark>` around words.
 * @param html text that was escaped, with tags whose attributes hold no `>`
 * @param words in lower case
 */
export function markWords(html: string, words: ReadonlySet<string>): string {
  if (words.size === 0) return html;
  return html.replace(pieces, (piece) => {
    const isWord = !piece.startsWith('<') && !piece.startsWith('&');
    return isWord && words.has(piece.toLowerCase()) ? `<mark>${piece}</mark>` : piece;
  });
}
