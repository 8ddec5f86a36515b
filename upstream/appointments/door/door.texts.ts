/** Texts of the calls of the door, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  closed: 'The door is open from the day before the start until the day after the end. Nothing was changed.',
};

const de: typeof en = {
  closed: 'Einlass ist vom Tag vor dem Beginn bis zum Tag nach dem Ende. Es wurde nichts geändert.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
