/** A message that a search found, as the page shows it. */

/** A piece of a text. A hit is a word that begins as a word of the search does. */
export interface FoundPart {
  text: string;
  isHit: boolean;
}

/** A word with its marks, as somebody wrote it. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** The characters that stand before the first hit of a long text. */
const BEFORE = 60;

/** The search does not distinguish capitals, accents and ß (docs/product/chat.md#conversations). */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/**
 * Returns the text on one line in pieces, with its hits.
 * @param q what the member searched for
 * @param most the number of characters; of a longer text the place of the first hit is shown
 */
export function foundText(text: string, q: string, most: number): FoundPart[] {
  const wanted = fold(q).match(WORD) ?? [];
  const line = text.replace(/\s+/g, ' ').trim();
  const parts = partsOf(line, (word) => wanted.some((one) => fold(word).startsWith(one)));
  return cut(parts, most);
}

function partsOf(line: string, isHit: (word: string) => boolean): FoundPart[] {
  const parts: FoundPart[] = [];
  let end = 0;
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (!isHit(word)) continue;
    if (index > end) parts.push({ text: line.slice(end, index), isHit: false });
    parts.push({ text: word, isHit: true });
    end = index + word.length;
  }
  if (end < line.length) parts.push({ text: line.slice(end), isHit: false });
  return parts;
}

/** Cuts by whole characters, and at a word where there is one. */
function cut(parts: FoundPart[], most: number): FoundPart[] {
  const [first, ...rest] = parts;
  if (!first || lengthOf(parts) <= most) return parts;
  const start = first.isHit || rest.length === 0 ? first : { ...first, text: endOf(first.text) };
  let left = most;
  const shown: FoundPart[] = [];
  for (const part of [start, ...rest]) {
    const letters = [...part.text];
    if (letters.length > left) {
      shown.push({ ...part, text: `${letters.slice(0, left).join('')}…` });
      return shown;
    }
    shown.push(part);
    left -= letters.length;
  }
  return shown;
}

const lengthOf = (parts: FoundPart[]) => parts.reduce((sum, { text }) => sum + [...text].length, 0);

function endOf(text: string): string {
  const letters = [...text];
  if (letters.length <= BEFORE) return text;
  const end = letters.slice(-BEFORE).join('');
  return `…${end.slice(end.indexOf(' ') + 1)}`;
}
