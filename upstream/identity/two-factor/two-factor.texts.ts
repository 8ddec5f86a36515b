/** The texts of the two-factor calls, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  wrongPassword: 'This is not your current password. Please try again.',
  isOn: 'Two-factor sign-in is already on.',
  isOff: 'Two-factor sign-in is not on.',
  setupOver: 'Setting it up took too long or had too many wrong codes. Please begin again.',
};

const de: typeof en = {
  wrongPassword: 'Das ist nicht dein aktuelles Passwort. Bitte versuch es noch einmal.',
  isOn: 'Die Zwei-Faktor-Anmeldung ist schon eingeschaltet.',
  isOff: 'Die Zwei-Faktor-Anmeldung ist nicht eingeschaltet.',
  setupOver: 'Das Einrichten hat zu lange gedauert oder hatte zu viele falsche Codes. Bitte beginne noch einmal.',
};

export const twoFactorTextsIn = (language: Language): typeof en => (language === 'de' ? de : en);
