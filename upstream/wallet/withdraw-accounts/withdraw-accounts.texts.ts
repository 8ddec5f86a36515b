/** Texts of the calls about withdraw accounts, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  ibanCharacters:
    'An IBAN begins with two letters and two digits. It has only the letters A to Z and the digits 0 to 9.',
  ibanCountry: 'No IBAN begins with these two letters.',
  ibanNotSepa: 'We can send money only to accounts in the SEPA area. This IBAN is from outside.',
  ibanLength: 'This IBAN is too long or too short for its country.',
  ibanWrong: 'This IBAN has a typo: its check digits do not fit.',
  ibanQr: 'This is a QR-IBAN, which takes only QR-bills. Please enter the account’s own IBAN.',
  ibanTaken: 'You have already added this account.',
  bicMissing: 'Outside the European Economic Area a transfer needs the BIC.',
  bicWrong: 'A BIC has 8 or 11 characters, such as BYLADEM1001.',
  bicCountry: 'This BIC belongs to another country than the IBAN.',
  line: 'Please enter only letters and ordinary characters.',
  tooMany: (max: number) => `You have ${max} withdraw accounts. First delete one that you no longer need.`,
  addressMissing: 'Fill in your address first: the account has to be in your name.',
  inUse: 'A withdrawal to this account is under way. You can delete the account after that.',
  disabled: 'This withdraw account is disabled, so it cannot be your default. Write to us, and we will help you.',
};

const de: typeof en = {
  ibanCharacters:
    'Eine IBAN beginnt mit zwei Buchstaben und zwei Ziffern. Sie hat nur die Buchstaben A bis Z und die Ziffern 0 bis 9.',
  ibanCountry: 'Mit diesen zwei Buchstaben beginnt keine IBAN.',
  ibanNotSepa: 'Wir können nur auf Konten im SEPA-Raum überweisen. Diese IBAN ist von außerhalb.',
  ibanLength: 'Diese IBAN ist zu lang oder zu kurz für ihr Land.',
  ibanWrong: 'In dieser IBAN ist ein Tippfehler: Ihre Prüfziffern passen nicht.',
  ibanQr: 'Das ist eine QR-IBAN, die nur QR-Rechnungen annimmt. Bitte gib die eigentliche IBAN des Kontos an.',
  ibanTaken: 'Dieses Konto hast du schon hinzugefügt.',
  bicMissing: 'Außerhalb des Europäischen Wirtschaftsraums braucht eine Überweisung die BIC.',
  bicWrong: 'Eine BIC hat 8 oder 11 Zeichen, zum Beispiel BYLADEM1001.',
  bicCountry: 'Diese BIC gehört zu einem anderen Land als die IBAN.',
  line: 'Bitte gib nur Buchstaben und gewöhnliche Zeichen ein.',
  tooMany: (max: number) => `Du hast ${max} Auszahlungskonten. Lösche zuerst eines, das du nicht mehr brauchst.`,
  addressMissing: 'Trag zuerst deine Adresse ein: Das Konto muss auf deinen Namen laufen.',
  inUse: 'Eine Auszahlung auf dieses Konto ist noch unterwegs. Danach kannst du das Konto löschen.',
  disabled:
    'Dieses Auszahlungskonto ist nicht freigegeben und kann darum nicht dein Standard sein. Schreib uns, dann helfen wir dir.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
