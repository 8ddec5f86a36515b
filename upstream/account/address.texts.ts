/** Texts of the calls about the address, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  oneLine: 'Please write this on one line, without the characters < and >.',
  postcodeMissing: 'Addresses in this country need a postcode.',
  postcodeWrong: 'This is not a postcode of the chosen country.',
  postcodeNone: 'There are no postcodes in the chosen country. Please leave this field empty.',
  regionMissing: 'Please choose a region.',
  regionWrong: 'This is not a region of the chosen country. Please choose again.',
  regionNone: 'Addresses in the chosen country have no region.',
  phone:
    'This is not a telephone number. Numbers from another country begin with + and the country code, such as +49 30 901820.',
  underage: 'Members are at least 18\u00a0years old. Please check the date of birth.',
  locked: 'Your name and your country have been locked since your first withdrawal. If they have changed, write to us.',
  inUse:
    'A withdrawal in your present name is at the bank. Write to us as soon as the bank has carried out the withdrawal. To save the rest now, enter here what was there before.',
  changedMeanwhile:
    'Your address has changed in the meantime, perhaps in another window. Nothing was saved. Please look at it again.',
};

const de: typeof en = {
  oneLine: 'Bitte schreib das in eine Zeile, ohne die Zeichen < und >.',
  postcodeMissing: 'Adressen in diesem Land brauchen eine Postleitzahl.',
  postcodeWrong: 'Das ist keine Postleitzahl des gewählten Landes.',
  postcodeNone: 'Im gewählten Land gibt es keine Postleitzahlen. Bitte lass dieses Feld leer.',
  regionMissing: 'Bitte wähle eine Region.',
  regionWrong: 'Das ist keine Region des gewählten Landes. Bitte wähle neu.',
  regionNone: 'Adressen im gewählten Land haben keine Region.',
  phone:
    'Das ist keine Telefonnummer. Nummern aus einem anderen Land beginnen mit + und der Ländervorwahl, etwa +49 30 901820.',
  underage: 'Mitglieder sind mindestens 18\u00a0Jahre alt. Bitte prüfe das Geburtsdatum.',
  locked:
    'Dein Name und dein Land stehen seit deiner ersten Auszahlung fest. Wenn sie sich geändert haben, schreib uns.',
  inUse:
    'Eine Auszahlung auf deinen jetzigen Namen ist bei der Bank. Sobald die Bank die Auszahlung ausgeführt hat, schreib uns. Um jetzt den Rest zu speichern, trag hier ein, was vorher dastand.',
  changedMeanwhile:
    'Deine Adresse hat sich inzwischen geändert, vielleicht in einem anderen Fenster. Gespeichert wurde nichts. Bitte sieh sie dir noch einmal an.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
