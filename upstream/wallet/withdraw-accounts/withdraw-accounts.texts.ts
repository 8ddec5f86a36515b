/** What the calls about withdraw accounts say, in the language of the request. */
import type { Language } from '../../http/env';
import { walletConfig } from '../wallet.config';

const { max } = walletConfig.withdraw_account;

const en = {
  ibanCharacters: 'An IBAN begins with two letters and two digits, and has letters A to Z and digits 0 to 9 alone.',
  ibanCountry: 'No IBAN begins with these two letters.',
  ibanNotSepa: 'We can send money to accounts in the SEPA area alone; this IBAN is from outside.',
  ibanLength: 'This IBAN is too long or too short for its country.',
  ibanWrong: 'This IBAN has a typo: its check digits do not fit.',
  ibanQr: 'This is a QR-IBAN, which takes QR-bills alone. Please enter the account’s own IBAN.',
  ibanTaken: 'You have this account already.',
  bicMissing: 'Outside the European Economic Area a transfer needs the BIC.',
  bicWrong: 'A BIC has 8 or 11 characters, such as BYLADEM1001.',
  bicCountry: 'This BIC belongs to another country than the IBAN.',
  line: 'Please enter letters and ordinary signs alone.',
  tooMany: `You have ${max} accounts for withdrawals. Delete one that you no longer need first.`,
  addressMissing: 'Fill in your address first: the account has to be in your name.',
  inUse: 'A withdrawal to this account is under way. It can be deleted once that is done.',
  disabled: 'This account is disabled, so it cannot be your default. The support helps.',
};

const de: typeof en = {
  ibanCharacters:
    'Eine IBAN beginnt mit zwei Buchstaben und zwei Ziffern und hat nur Buchstaben A bis Z und Ziffern 0 bis 9.',
  ibanCountry: 'Mit diesen zwei Buchstaben beginnt keine IBAN.',
  ibanNotSepa: 'Wir können nur auf Konten im SEPA-Raum überweisen; diese IBAN ist von außerhalb.',
  ibanLength: 'Diese IBAN ist zu lang oder zu kurz für ihr Land.',
  ibanWrong: 'In dieser IBAN ist ein Tippfehler: Ihre Prüfziffern passen nicht.',
  ibanQr: 'Das ist eine QR-IBAN, die nur QR-Rechnungen annimmt. Bitte gib die eigentliche IBAN des Kontos an.',
  ibanTaken: 'Dieses Konto hast du schon.',
  bicMissing: 'Außerhalb des Europäischen Wirtschaftsraums braucht eine Überweisung die BIC.',
  bicWrong: 'Eine BIC hat 8 oder 11 Zeichen, zum Beispiel BYLADEM1001.',
  bicCountry: 'Diese BIC gehört zu einem anderen Land als die IBAN.',
  line: 'Bitte gib nur Buchstaben und gewöhnliche Zeichen ein.',
  tooMany: `Du hast ${max} Konten für Auszahlungen. Lösche zuerst eines, das du nicht mehr brauchst.`,
  addressMissing: 'Fülle zuerst deine Adresse aus: Das Konto muss auf deinen Namen laufen.',
  inUse: 'Eine Auszahlung auf dieses Konto ist noch unterwegs. Danach kann es gelöscht werden.',
  disabled: 'Dieses Konto ist gesperrt und kann darum nicht dein Standard sein. Der Support hilft.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
