/** What the privacy calls say, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  exportRunning: 'An export is being made already.',
  exportOnceADay: 'You can ask for one export in 24 hours.',
  exportNotReady: 'This export is not ready yet.',
  deletionRequested: 'The deletion of your account is under way already.',
};

const de: typeof en = {
  exportRunning: 'Ein Export wird gerade schon erstellt.',
  exportOnceADay: 'Du kannst einen Export in 24 Stunden anfordern.',
  exportNotReady: 'Dieser Export ist noch nicht fertig.',
  deletionRequested: 'Die Löschung deines Kontos läuft schon.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
