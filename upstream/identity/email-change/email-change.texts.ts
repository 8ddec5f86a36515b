import type { Language } from '../../http/env';

const en = {
  sameAddress: 'This is already your address.',
  codeForm: 'A code has six digits.',
  wrongCode: 'This code is not right or no longer valid. After five wrong codes, please ask for a new one.',
  nonePending: 'No change of your address is waiting for a code. Please begin again.',
  taken: 'This address now belongs to another account. Please choose another one.',
};

const de: typeof en = {
  sameAddress: 'Das ist schon deine Adresse.',
  codeForm: 'Ein Code hat sechs Ziffern.',
  wrongCode: 'Dieser Code stimmt nicht oder gilt nicht mehr. Nach fünf falschen Codes fordere bitte einen neuen an.',
  nonePending: 'Keine Änderung deiner Adresse wartet auf einen Code. Bitte fang neu an.',
  taken: 'Diese Adresse gehört inzwischen zu einem anderen Konto. Bitte wähle eine andere.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
