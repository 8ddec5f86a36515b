import type { Check, CheckName } from './check';

const en = {
  title: 'Check a receipt',
  intro:
    'This page checks receipts, statements and e-mails of the club. It works without a network: nothing that you choose leaves this device.',
  choose: 'Receipt or statement (PDF), or receipt.json',
  drop: 'You can also drop the file here.',
  paste: 'Or paste the text of the e-mail, or the block in it',
  key: 'Key of the club, if you kept it',
  key_hint:
    'As /log shows it; several with a space between. Without it, compare the key below with /log yourself, character by character.',
  later: 'Later signed head with its hashes',
  later_hint: 'From /log, “Compare with an earlier head”: the newest signed head, below it the hashes.',
  more: 'Check more',
  check: 'Check',
  nothing: 'There is no proof in this. Choose the PDF as the club gave it, or paste the whole e-mail.',
  right: 'The receipt is right.',
  partly: 'What could be checked is right.',
  wrong: 'The receipt is not right.',
  checks: 'What was checked',
  results: { right: 'Right', wrong: 'Wrong', not: 'Not checked' } satisfies Record<Check['result'], string>,
  names: {
    file: 'The proof can be read.',
    words: 'Amount, account and time on the receipt are those of the entry.',
    path: 'The entry is in the log of the signed head.',
    signature: 'The head is signed by the key on the receipt.',
    key: 'That key is the one that you entered.',
    later: 'The later log begins with the log of this receipt.',
  } satisfies Record<CheckName, string>,
  whys: {
    none_given: 'Nothing was entered for it.',
    no_ed25519: 'This browser cannot check Ed25519 signatures. Use a newer one.',
    no_head: 'There is no signed head in what was entered.',
    other_key: 'It is another one.',
  } satisfies Record<NonNullable<Check['why']>, string>,
  beyond:
    'Not checked by this page: description, status and balances on the receipt, and whether the key is the club’s. The key has to be the one on the club’s /log.',
  signer: 'Signed by',
  head: (size: number, at: string) => `Head of ${size} entries, signed ${at}`,
  booking: 'The transaction',
  bookings: 'The transactions',
  number: 'Number in the log',
  gained: 'Money in',
  lost: 'Money out',
  booked: 'Booked',
  kind: 'Kind',
  transaction: 'Transaction',
};

const de: typeof en = {
  title: 'Einen Beleg prüfen',
  intro:
    'Diese Seite prüft Belege, Kontoauszüge und E-Mails des Vereins. Sie braucht kein Netz: Nichts, was du auswählst, verlässt dieses Gerät.',
  choose: 'Beleg oder Kontoauszug (PDF) oder receipt.json',
  drop: 'Du kannst die Datei auch hierher ziehen.',
  paste: 'Oder füge den Text der E-Mail oder den Block darin ein',
  key: 'Schlüssel des Vereins, falls du ihn aufgehoben hast',
  key_hint:
    'So, wie ihn /log zeigt; mehrere mit einem Leerzeichen dazwischen. Ohne ihn vergleiche den Schlüssel unten selbst mit /log, Zeichen für Zeichen.',
  later: 'Späterer signierter Stand mit seinen Prüfsummen',
  later_hint: 'Von /log, „Mit einem früheren Stand vergleichen“: der neueste signierte Stand, darunter die Prüfsummen.',
  more: 'Mehr prüfen',
  check: 'Prüfen',
  nothing:
    'Darin ist kein Nachweis. Wähle das PDF so, wie du es vom Verein bekommen hast, oder füge die ganze E-Mail ein.',
  right: 'Der Beleg stimmt.',
  partly: 'Was geprüft werden konnte, stimmt.',
  wrong: 'Der Beleg stimmt nicht.',
  checks: 'Was geprüft wurde',
  results: { right: 'Stimmt', wrong: 'Stimmt nicht', not: 'Nicht geprüft' },
  names: {
    file: 'Der Nachweis ist lesbar.',
    words: 'Betrag, Konto und Zeit auf dem Beleg sind die der Buchung.',
    path: 'Die Buchung steht im Protokoll des signierten Stands.',
    signature: 'Der Stand ist mit dem Schlüssel auf dem Beleg signiert.',
    key: 'Dieser Schlüssel ist der eingegebene.',
    later: 'Das spätere Protokoll beginnt mit dem dieses Belegs.',
  },
  whys: {
    none_given: 'Dafür wurde nichts eingegeben.',
    no_ed25519: 'Dieser Browser kann Ed25519-Signaturen nicht prüfen. Nimm einen neueren.',
    no_head: 'In der Eingabe ist kein signierter Stand.',
    other_key: 'Es ist ein anderer.',
  },
  beyond:
    'Das prüft diese Seite nicht: Beschreibung, Status und Guthaben auf dem Beleg, und ob der Schlüssel der des Vereins ist. Er muss der auf der Seite /log des Vereins sein.',
  signer: 'Signiert von',
  head: (size, at) => `Stand mit ${size} Buchungen, signiert ${at}`,
  booking: 'Die Buchung',
  bookings: 'Die Buchungen',
  number: 'Nummer im Protokoll',
  gained: 'Eingang',
  lost: 'Ausgang',
  booked: 'Gebucht',
  kind: 'Art',
  transaction: 'Buchung',
};

export type Language = 'en' | 'de';
export const texts: Record<Language, typeof en> = { en, de };
