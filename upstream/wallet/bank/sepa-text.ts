/** Folds text to what every SEPA bank takes: EPC217-08, "SEPA requirements for an extended character set". */

/** Characters whose replacement is not just the letter without its marks. */
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
 * Returns the text in the characters of SEPA, at most `longest` of them. A character without an equivalent becomes a
 * full stop. There is no slash at either end and no double slash, because banks read these as codes.
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
