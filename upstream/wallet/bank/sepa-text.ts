/** Text as every SEPA bank takes it: EPC217-08, "SEPA requirements for an extended character set". */

/** Letters that do not fall apart into one of a to z and its marks. */
const folded: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  '&': '+',
  '’': "'",
  '–': '-',
};

/**
 * Folds a text into the characters of SEPA, at most `longest` of them; what has no likeness there becomes a full stop.
 * No slash at either end and no two of them, which banks read as codes.
 */
export function sepaText(text: string, longest: number): string {
  const plain = [...text.normalize('NFC')]
    .map((character) => folded[character] ?? character)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/gu, '.')
    .replace(/\/{2,}/g, '/');
  return plain.slice(0, longest).replace(/^[ /]+|[ /]+$/g, '') || '.';
}
