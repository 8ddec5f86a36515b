import type { Language } from '../../http/env';

const en = {
  sameAddress: 'This is your address already.',
  wrongCode: 'This code is not right or no longer good. After five wrong ones, please have a new one sent.',
  nonePending: 'No change of your address waits for a code any more. Please begin again.',
  taken: 'This address belongs to another account by now. Please choose another one.',
};

const de: typeof en = {
  sameAddress: 'Das ist schon deine Adresse.',
  wrongCode: 'Dieser Code stimmt nicht oder gilt nicht mehr. Nach fünf falschen lass dir bitte einen neuen schicken.',
  nonePending: 'Es wartet keine Änderung deiner Adresse mehr auf einen Code. Bitte fang neu an.',
  taken: 'Diese Adresse gehört inzwischen zu einem anderen Konto. Bitte wähle eine andere.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
