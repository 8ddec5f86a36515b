/** Texts of the privacy calls, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  exportRunning: 'We are already making an export. You get an e-mail when it is ready.',
  exportOnceADay: 'You can ask for one export every 24\u00a0hours.',
  exportNotReady: 'This export is not ready yet. You get an e-mail when it is.',
  deletionRequested: 'The deletion of your account is already under way.',
};

const de: typeof en = {
  exportRunning: 'Wir erstellen gerade schon einen Export. Du bekommst eine E-Mail, wenn er fertig ist.',
  exportOnceADay: 'Du kannst alle 24\u00a0Stunden einen Export anfordern.',
  exportNotReady: 'Dieser Export ist noch nicht fertig. Du bekommst eine E-Mail, sobald er es ist.',
  deletionRequested: 'Die Löschung deines Kontos läuft schon.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
