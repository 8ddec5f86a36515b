/** The texts of the identity calls, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  wrongCredentials: 'The e-mail address or the password is not right. Please check both.',
  attemptsUsedUp:
    'There were too many wrong passwords for this address. Use “Forgotten your password?” to set a new one and get back in.',
  wrongCode: 'This code is not right, or it was used before. Please enter a new one.',
  codeMissing: 'Please enter a code.',
  codeForm: 'A code has six digits.',
  recoveryCodeForm: 'A recovery code has ten letters and digits, such as 7KQ2M-W0XRA.',
  challengeOver: 'This sign-in took too long or had too many wrong codes. Please sign in again.',
  tokenOver: 'This link is no longer valid. Please ask for a new one.',
  confirmation: 'The two passwords are not the same. Please enter them again.',
  passwordTooShort: 'The password needs at least 10 characters.',
  passwordTooLong: 'The password can have at most 128 characters.',
  passwordIsEmail: 'The password must not be your e-mail address. Please choose another one.',
  passwordCommon:
    'This password is easy to guess. Three or four words that have nothing to do with each other make a good one.',
  currentPasswordMissing: 'Please enter your current password.',
  currentPasswordWrong: 'This is not your current password. Please try again.',
  passwordSame: 'This is your current password. Please choose a new one.',
  passwordMovedOn: 'Your password was changed in the meantime, perhaps on another device. Please reload the page.',
  country: 'We do not know this country. Please choose one from the list.',
  birthdate: 'Please check the date of birth.',
  underage: 'You need to be at least 18\u00a0years old to become a member.',
  registered: 'Thank you! We have sent you an e-mail. Please open it to continue.',
  recoverSent: 'If we know this address, an e-mail with a link is on its way to you.',
  unlockSent: 'If we know this address, an e-mail with a link is on its way to you.',
  verificationSent: 'If this address is not confirmed yet, an e-mail with a link is on its way to you.',
  passwordSet: 'Your new password is set. You can sign in with it now.',
  presentPasswordWrong: 'This is not your password. Please try again.',
  ghostLinkOver: 'This link is no longer valid: it works once, within 60\u00a0seconds. Please make a new one.',
  ghostRefused: 'In ghost mode you can look at this account, but you cannot do this.',
  noReferral: 'We do not know this referral link.',
};

const de: typeof en = {
  wrongCredentials: 'Die E-Mail-Adresse oder das Passwort stimmt nicht. Bitte prüfe beides.',
  attemptsUsedUp:
    'Für diese Adresse gab es zu viele falsche Passwörter. Über „Passwort vergessen?“ setzt du ein neues und kommst wieder hinein.',
  wrongCode: 'Dieser Code stimmt nicht oder wurde schon benutzt. Bitte gib einen neuen ein.',
  codeMissing: 'Bitte gib einen Code ein.',
  codeForm: 'Ein Code hat sechs Ziffern.',
  recoveryCodeForm: 'Ein Wiederherstellungscode hat zehn Buchstaben und Ziffern, zum Beispiel 7KQ2M-W0XRA.',
  challengeOver: 'Diese Anmeldung hat zu lange gedauert oder hatte zu viele falsche Codes. Bitte melde dich neu an.',
  tokenOver: 'Dieser Link gilt nicht mehr. Bitte fordere einen neuen an.',
  confirmation: 'Die beiden Passwörter sind nicht gleich. Bitte gib sie noch einmal ein.',
  passwordTooShort: 'Das Passwort braucht mindestens 10 Zeichen.',
  passwordTooLong: 'Das Passwort darf höchstens 128 Zeichen haben.',
  passwordIsEmail: 'Das Passwort darf nicht deine E-Mail-Adresse sein. Bitte wähle ein anderes.',
  passwordCommon:
    'Dieses Passwort ist leicht zu erraten. Gut sind drei oder vier Wörter, die nichts miteinander zu tun haben.',
  currentPasswordMissing: 'Bitte gib dein aktuelles Passwort ein.',
  currentPasswordWrong: 'Das ist nicht dein aktuelles Passwort. Bitte versuch es noch einmal.',
  passwordSame: 'Das ist dein aktuelles Passwort. Bitte wähle ein neues.',
  passwordMovedOn:
    'Dein Passwort wurde inzwischen geändert, vielleicht auf einem anderen Gerät. Bitte lade die Seite neu.',
  country: 'Dieses Land kennen wir nicht. Bitte wähle eines aus der Liste.',
  birthdate: 'Bitte prüfe das Geburtsdatum.',
  underage: 'Du musst mindestens 18\u00a0Jahre alt sein, um Mitglied zu werden.',
  registered: 'Danke! Wir haben dir eine E-Mail geschickt. Bitte öffne sie, um weiterzumachen.',
  recoverSent: 'Wenn wir diese Adresse kennen, ist eine E-Mail mit einem Link zu dir unterwegs.',
  unlockSent: 'Wenn wir diese Adresse kennen, ist eine E-Mail mit einem Link zu dir unterwegs.',
  verificationSent: 'Wenn diese Adresse noch nicht bestätigt ist, ist eine E-Mail mit einem Link zu dir unterwegs.',
  passwordSet: 'Dein neues Passwort gilt. Du kannst dich jetzt damit anmelden.',
  presentPasswordWrong: 'Das ist nicht dein Passwort. Bitte versuch es noch einmal.',
  ghostLinkOver: 'Dieser Link gilt nicht mehr: Er gilt einmal und 60\u00a0Sekunden lang. Bitte erstelle einen neuen.',
  ghostRefused: 'Im Geistmodus kannst du dir dieses Konto ansehen, aber das geht dabei nicht.',
  noReferral: 'Diesen Einladungslink kennen wir nicht.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
