import type { Language } from '../../http/env';

const en = {
  sent: 'We have sent you a code by e-mail.',
  missing: 'Please enter the code.',
  form: 'A code has six digits.',
  wrong: 'This code is not right, or it was used before. Please enter a new one.',
  over: 'This code is no longer valid, or it was for something else. Please ask for a new one.',
  byApp: 'Please enter the code from your authenticator app.',
  byMail: 'Please enter the code that we send you by e-mail.',
  stepUp: 'Please confirm this with a code.',
  emailNotVerified: 'Please confirm your e-mail address first.',
};

const de: typeof en = {
  sent: 'Wir haben dir einen Code per E-Mail geschickt.',
  missing: 'Bitte gib den Code ein.',
  form: 'Ein Code hat sechs Ziffern.',
  wrong: 'Dieser Code stimmt nicht oder wurde schon benutzt. Bitte gib einen neuen ein.',
  over: 'Dieser Code gilt nicht mehr, oder er war für etwas anderes. Bitte fordere einen neuen an.',
  byApp: 'Bitte gib den Code aus deiner Authentifizierungs-App ein.',
  byMail: 'Bitte gib den Code ein, den wir dir per E-Mail schicken.',
  stepUp: 'Bitte bestätige das mit einem Code.',
  emailNotVerified: 'Bitte bestätige zuerst deine E-Mail-Adresse.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
