/** Texts of the yearly summary as a file, in both languages. */
import type { Language } from '../../http/env';

const en = {
  title: (year: number) => `Yearly summary ${year}`,
  opening: (year: number) => `Balance at the beginning of ${year}`,
  closing: (year: number) => `Balance at the end of ${year}`,
  now: 'Balance so far',
  notOver: (made: string) =>
    `The year is not over. This summary holds what was booked until ${made}; later transactions are missing.`,
  type: 'Type',
  in: 'Money in',
  out: 'Money out',
  total: 'Total',
  nothing: 'Nothing was booked in this year.',
  noAdvice:
    'These are the sums of your balance with the club. They are not tax advice: ask your tax adviser which of them count.',
  proofOfLast: (address: string) =>
    `The proof that the last transaction of these sums is in the public log of the club is attached to this file. The page ${address} checks it without a network.`,
  noYear: (first: number, last: number) =>
    first === last ? `There is a summary of ${first} only.` : `There are summaries from ${first} to ${last}.`,
};

const de: typeof en = {
  title: (year) => `Jahresübersicht ${year}`,
  opening: (year) => `Guthaben zu Beginn von ${year}`,
  closing: (year) => `Guthaben am Ende von ${year}`,
  now: 'Guthaben bis jetzt',
  notOver: (made) =>
    `Das Jahr ist noch nicht vorbei. Diese Übersicht enthält, was bis ${made} gebucht wurde; spätere Buchungen fehlen.`,
  type: 'Buchungsart',
  in: 'Eingang',
  out: 'Ausgang',
  total: 'Summe',
  nothing: 'In diesem Jahr wurde nichts gebucht.',
  noAdvice:
    'Das sind die Summen deines Guthabens beim Verein. Sie ersetzen keine Steuerberatung: Frag dort nach, was davon zählt.',
  proofOfLast: (address) =>
    `Dieser Datei ist der Nachweis angehängt, dass die letzte Buchung dieser Summen im öffentlichen Protokoll des Vereins steht. Die Seite ${address} prüft ihn ohne Netz.`,
  noYear: (first, last) =>
    first === last ? `Es gibt nur eine Übersicht für ${first}.` : `Es gibt Übersichten von ${first} bis ${last}.`,
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
