/** Texts of receipts and statements, in both languages. */
import type { TransactionStatus } from '../../contract/transactions';
import type { Language } from '../../http/env';

const en = {
  receipt: (label: string) => `Receipt ${label}`,
  statement: 'Statement',
  what: 'What',
  account: 'Account of',
  amount: 'Amount',
  fee: 'Fee included',
  balance: 'Balance after',
  status: 'Status',
  reference: 'Belongs to',
  statuses: {
    pending: 'held',
    completed: 'booked',
    reversed: 'reversed',
    failed: 'failed',
  } satisfies Record<TransactionStatus, string>,
  bookedAt: 'Booked',
  label: 'Transaction',
  made: 'Made',
  proof: 'Proof',
  proofIntro: (address: string) =>
    `This transaction is in the public log of the club, which can only grow. The page ${address} checks this file without a network: keep the file and download the page. If somebody changes the books later, this file shows it.`,
  noProof:
    'This transaction is not in the public log yet, so this receipt has no proof. Download it again in a minute.',
  index: 'Index',
  salt: 'Salt',
  entry: 'Entry',
  path: 'Path',
  head: 'Signed head',
  key: 'Key of the club',
  file: 'The proof, for the verifier page',
  period: 'Period',
  zone: 'Days are those of',
  opening: 'Opening balance',
  closing: 'Closing balance',
  closingNow: 'Balance so far',
  notOver: (made: string) =>
    `The last day of this period is not over. This statement holds what was booked until ${made}; later transactions are missing.`,
  toCome: 'The first day is still to come.',
  count: 'Transactions',
  day: 'Day',
  description: 'What',
  none: 'Nothing was booked in this period.',
  proofOfAll: (address: string) =>
    `The proofs that each of these transactions is in the public log of the club are attached to this file. The page ${address} checks them without a network.`,
  proofOfLast: (address: string) =>
    `The proof that the last of these transactions is in the public log of the club is attached to this file. The page ${address} checks it without a network. Each receipt has the proof of its transaction.`,
  tooMany: (count: number, most: number) =>
    `There are ${count} transactions in this period, and a statement holds ${most}. Choose a shorter period.`,
  csv: ['Day', 'Transaction', 'What', 'Amount', 'Balance', 'Currency'],
};

const de: typeof en = {
  receipt: (label) => `Beleg ${label}`,
  statement: 'Kontoauszug',
  what: 'Was',
  account: 'Konto von',
  amount: 'Betrag',
  fee: 'Davon Gebühr',
  balance: 'Guthaben danach',
  status: 'Status',
  reference: 'Gehört zu',
  statuses: { pending: 'vorgemerkt', completed: 'gebucht', reversed: 'rückgebucht', failed: 'fehlgeschlagen' },
  bookedAt: 'Gebucht',
  label: 'Buchung',
  made: 'Erstellt',
  proof: 'Nachweis',
  proofIntro: (address) =>
    `Diese Buchung steht im öffentlichen Protokoll des Vereins, das nur wachsen kann. Die Seite ${address} prüft diese Datei ohne Netz: Hebe die Datei auf und lade die Seite herunter. Wenn jemand die Bücher später ändert, lässt sich das mit dieser Datei zeigen.`,
  noProof:
    'Diese Buchung steht noch nicht im öffentlichen Protokoll, darum hat dieser Beleg keinen Nachweis. Lade ihn in einer Minute noch einmal herunter.',
  index: 'Index',
  salt: 'Salz',
  entry: 'Eintrag',
  path: 'Pfad',
  head: 'Signierter Stand',
  key: 'Schlüssel des Vereins',
  file: 'Der Nachweis für die Prüfseite',
  period: 'Zeitraum',
  zone: 'Tage nach der Zeit von',
  opening: 'Anfangsbestand',
  closing: 'Endbestand',
  closingNow: 'Guthaben bis jetzt',
  notOver: (made) =>
    `Der letzte Tag dieses Zeitraums ist noch nicht vorbei. Dieser Kontoauszug enthält, was bis ${made} gebucht wurde; spätere Buchungen fehlen.`,
  toCome: 'Der erste Tag liegt noch in der Zukunft.',
  count: 'Buchungen',
  day: 'Tag',
  description: 'Was',
  none: 'In diesem Zeitraum wurde nichts gebucht.',
  proofOfAll: (address) =>
    `Dieser Datei sind die Nachweise angehängt, dass jede dieser Buchungen im öffentlichen Protokoll des Vereins steht. Die Seite ${address} prüft sie ohne Netz.`,
  proofOfLast: (address) =>
    `Dieser Datei ist der Nachweis angehängt, dass die letzte dieser Buchungen im öffentlichen Protokoll des Vereins steht. Die Seite ${address} prüft ihn ohne Netz. Jeder Beleg hat den Nachweis seiner Buchung.`,
  tooMany: (count, most) =>
    `In diesem Zeitraum gibt es ${count} Buchungen, und ein Kontoauszug fasst ${most}. Wähle einen kürzeren Zeitraum.`,
  csv: ['Tag', 'Buchung', 'Was', 'Betrag', 'Guthaben', 'Währung'],
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);

/** Formats a day. `momentIn` formats a moment with its time zone. */
export const dayIn = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone,
  });
export const momentIn = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
