import type { Language } from '../http/env';

const en = {
  timezone: 'We do not know this time zone. Please choose one from the list.',
  ethShape: 'An Ethereum address is “0x” and 40 characters from 0 to 9 and A to F.',
  ethChecksum: 'Capital and small letters in this Ethereum address do not fit together: a character is probably wrong.',
};

const de: typeof en = {
  timezone: 'Diese Zeitzone kennen wir nicht. Bitte wähle eine aus der Liste.',
  ethShape: 'Eine Ethereum-Adresse besteht aus „0x“ und 40 Zeichen von 0 bis 9 und A bis F.',
  ethChecksum:
    'Groß- und Kleinschreibung dieser Ethereum-Adresse passen nicht zusammen: Wahrscheinlich stimmt ein Zeichen nicht.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
