/** The texts of the terms calls, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  termsRequired: 'Please agree to the terms.',
  termsUnknown: 'The terms have changed in the meantime. Please read them and agree again.',
  termsWait: 'Our terms have changed. Please read them and agree first.',
  noTerms: 'These terms do not exist.',
};

const de: typeof en = {
  termsRequired: 'Bitte stimme den Bedingungen zu.',
  termsUnknown: 'Die Bedingungen haben sich inzwischen geändert. Bitte lies sie und stimme ihnen neu zu.',
  termsWait: 'Unsere Bedingungen haben sich geändert. Bitte lies sie und stimme ihnen zuerst zu.',
  noTerms: 'Diese Bedingungen gibt es nicht.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
