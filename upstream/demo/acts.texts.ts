/** What a visitor reads of the demo club: why nothing happened, and the sentence that makes new terms new. */
import type { Language } from '../http/env';

const en = {
  noPlants: 'No plant of yours can be harvested now. Buy plants first; they grow with the next cycle of their house.',
  noTicket: 'No ticket of yours waits for us. Write to us first.',
  refused: 'The rules of the club do not allow it at the moment. Let something else happen.',
  heading: 'Demo',
  sentence: (version: number) =>
    `A visitor of the demo club asked for version ${version}. It changes nothing but this sentence.`,
};

const de: typeof en = {
  noPlants:
    'Gerade kann keine Pflanze von dir geerntet werden. Kauf zuerst Pflanzen; sie wachsen mit dem nächsten Zyklus ihres Hauses.',
  noTicket: 'Keine Anfrage von dir wartet auf uns. Schreib uns zuerst.',
  refused: 'Die Regeln des Vereins erlauben es gerade nicht. Lass etwas anderes geschehen.',
  heading: 'Demo',
  sentence: (version: number) =>
    `Ein Gast des Demo-Vereins wollte Fassung ${version}. Sie ändert nichts außer diesem Satz.`,
};

const texts = { en, de };

export const textsIn = (language: Language) => texts[language];
