import type { Language } from '../../http/env';
import { decimal } from '../../ledger/ledger';
import { inWords, minorUnitsOf } from '../amounts';
import { textsIn } from './orders.texts';

type AmountNote = 'held' | 'part' | 'rest' | 'surplus' | 'late' | 'reversed';

/** The note of a step as it is stored: a key with an amount or with the words of the staff. */
export type Note = `${AmountNote | 'reason'}:${string}`;

/** Returns a note about an amount in minor units of the order's currency. */
export const noteOf = (kind: AmountNote, amount: bigint, { currency }: { currency: string }): Note =>
  `${kind}:${decimal(amount, currency)}`;

/** Returns the text of a stored note, or null when there is none. */
export function wordsOf(note: string | null, currency: string, language: Language): string | null {
  const [, kind, rest = ''] = /^(\w+):(.*)$/s.exec(note ?? '') ?? [];
  if (kind === undefined) return null;
  if (kind === 'reason') return rest;
  const words = textsIn(language).notes[kind as AmountNote];
  return words(inWords(minorUnitsOf(rest), currency, language));
}
