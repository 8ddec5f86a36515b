import { ENGLISH_MONTHS } from './dates';
import type { Language } from './numbers';

const GERMAN_MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

/** Returns the name of a month; 1 is January. `short` has room on the leaf of a calendar: `Sept.`, `Mai`. */
export function monthName(month: number, language: Language, short = false): string {
  const name = (language === 'de' ? GERMAN_MONTHS : ENGLISH_MONTHS)[month - 1] ?? '';
  if (!short || name.length < 5) return name;
  if (language === 'en') return name.slice(0, 3);
  return `${name.slice(0, name === 'September' ? 4 : 3)}.`;
}
