/** What receipts and statements say, in both languages. */
import type { TransactionStatus } from '../../contract/transactions';
import type { Language } from '../../http/env';

const en = {
  receipt: (label: string) => `Receipt ${label}`,
  statement: 'Account statement',
  what: 'What',
  account: 'Account of',
  amount: 'Amount',
  fee: 'Fee in it',
  balance: 'Balance after it',
  status: 'Status',
  reference: 'Belongs to',
  statuses: {
    pending: 'under way',
    completed: 'completed',
    reversed: 'reversed',
    failed: 'failed',
  } satisfies Record<TransactionStatus, string>,
  bookedAt: 'Booked',
  label: 'Transaction',
  made: 'Made',
  proof: 'Proof',
  proofIntro: (address: string) =>
    `This booking stands in the public log of the club, which can only grow. The page ${address} checks this file without a network: keep the file, and download the page. Whoever changed the books afterwards would contradict it.`,
  noProof:
    'This booking has no place in the public log yet, so this receipt carries no proof. Fetch it again in a minute.',
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
  count: 'Transactions',
  day: 'Day',
  description: 'What',
  none: 'Nothing was booked in this time.',
  proofOfAll: (address: string) =>
    `Attached to this file are the proofs that each of these bookings stands in the public log of the club. The page ${address} checks them without a network.`,
  proofOfLast: (address: string) =>
    `Attached to this file is the proof that the last of these bookings stands in the public log of the club. The page ${address} checks it without a network; each receipt has the proof of its booking.`,
  tooMany: (count: number, most: number) =>
    `There are ${count} bookings in this time, and a statement holds ${most}. Choose a shorter time.`,
  csv: ['Day', 'Transaction', 'What', 'Amount', 'Balance', 'Currency'],
};

const de: typeof en = {
  receipt: (label) => `Beleg ${label}`,
  statement: 'Kontoauszug',
  what: 'Was',
  account: 'Konto von',
  amount: 'Betrag',
  fee: 'Darin Gebühr',
  balance: 'Guthaben danach',
  status: 'Stand',
  reference: 'Gehört zu',
  statuses: { pending: 'unterwegs', completed: 'abgeschlossen', reversed: 'zurückgebucht', failed: 'fehlgeschlagen' },
  bookedAt: 'Gebucht',
  label: 'Buchung',
  made: 'Erstellt',
  proof: 'Nachweis',
  proofIntro: (address) =>
    `Diese Buchung steht im öffentlichen Protokoll des Vereins, das nur wachsen kann. Die Seite ${address} prüft diese Datei ohne Netz: Hebe die Datei auf und lade die Seite herunter. Wer die Bücher hinterher änderte, widerspräche ihr.`,
  noProof:
    'Diese Buchung hat noch keinen Platz im öffentlichen Protokoll, darum trägt dieser Beleg keinen Nachweis. Rufe ihn in einer Minute noch einmal ab.',
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
  count: 'Buchungen',
  day: 'Tag',
  description: 'Was',
  none: 'In dieser Zeit wurde nichts gebucht.',
  proofOfAll: (address) =>
    `Dieser Datei sind die Nachweise angehängt, dass jede dieser Buchungen im öffentlichen Protokoll des Vereins steht. Die Seite ${address} prüft sie ohne Netz.`,
  proofOfLast: (address) =>
    `Dieser Datei ist der Nachweis angehängt, dass die letzte dieser Buchungen im öffentlichen Protokoll des Vereins steht. Die Seite ${address} prüft ihn ohne Netz; jeder Beleg hat den Nachweis seiner Buchung.`,
  tooMany: (count, most) =>
    `In dieser Zeit gibt es ${count} Buchungen, und ein Auszug fasst ${most}. Wähle eine kürzere Zeit.`,
  csv: ['Tag', 'Buchung', 'Was', 'Betrag', 'Guthaben', 'Währung'],
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);

/** A day, and a moment with its time zone, in words. */
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
