/** The texts of the API token calls in the language of the request, and the abilities in the members' words. */
import type { Ability } from '../../contract/abilities';
import type { Language } from '../../http/env';

const en = {
  nameTaken: 'You already have a token with this name.',
  tooMany: 'You can have at most ten tokens. Revoke one that you no longer need.',
  notAddresses: (typed: string[]) => `Not an IP address or range: ${typed.join(', ')}.`,
  missingAbility: 'This API token may not do that.',
  foreignIp: 'This API token does not work from your IP address.',
};

const de: typeof en = {
  nameTaken: 'Du hast schon ein Token mit diesem Namen.',
  tooMany: 'Du kannst höchstens zehn Tokens haben. Widerrufe eines, das du nicht mehr brauchst.',
  notAddresses: (typed) => `Keine IP-Adresse und kein Bereich: ${typed.join(', ')}.`,
  missingAbility: 'Das darf dieses API-Token nicht.',
  foreignIp: 'Dieses API-Token gilt nicht für deine IP-Adresse.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);

const abilityNames: Record<Language, Record<Ability, string>> = {
  en: {
    'profile:read': 'read your account',
    'wallet:read': 'read your wallet',
    'growing:read': 'read your plants and harvests',
    'affiliate:read': 'read your team',
    'support:read': 'read your support tickets',
    'support:write': 'write support tickets',
    'chat:read': 'read your chat messages',
    'appointments:read': 'read appointments',
    'news:read': 'read news',
  },
  de: {
    'profile:read': 'dein Konto lesen',
    'wallet:read': 'dein Guthaben lesen',
    'growing:read': 'deine Pflanzen und Ernten lesen',
    'affiliate:read': 'dein Team lesen',
    'support:read': 'deine Supportanfragen lesen',
    'support:write': 'Supportanfragen schreiben',
    'chat:read': 'deine Chatnachrichten lesen',
    'appointments:read': 'Termine lesen',
    'news:read': 'Neuigkeiten lesen',
  },
};

/** Returns the abilities in words, as part of a sentence. */
export const abilitiesIn = (language: Language, abilities: Ability[]): string =>
  new Intl.ListFormat(language).format(abilities.map((ability) => abilityNames[language][ability]));
