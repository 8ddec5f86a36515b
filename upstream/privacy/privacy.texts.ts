/** Texts of the privacy calls, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  exportRunning: 'We are already making an export.',
  exportOnceADay: 'You can ask for one export every 24 hours.',
  exportNotReady: 'This export is not ready yet.',
  deletionRequested: 'The deletion of your account is already under way.',
};

const de: typeof en = {
  exportRunning: 'Wir erstellen gerade schon einen Export.',
  exportOnceADay: 'Du kannst alle 24 Stunden einen Export anfordern.',
  exportNotReady: 'Dieser Export ist noch nicht fertig.',
  deletionRequested: 'Die Löschung deines Kontos läuft schon.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
