/** Texts of the calls about plants, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  noNumber: 'Enter the number of a plant, such as B2-00417.',
};

const de: typeof en = {
  noNumber: 'Gib die Nummer einer Pflanze ein, zum Beispiel B2-00417.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
