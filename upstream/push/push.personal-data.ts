import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import { pushTokens } from './push.tables';

/** The personal data that this module keeps. The token is not exported, because its bearer can send to the phone. */
export const pushData: PersonalData = {
  exports: [
    tablePart({
      name: 'phones',
      description: { en: 'Phones that push messages reach.', de: 'Telefone, die Push-Nachrichten erreichen.' },
      table: pushTokens,
      owner: pushTokens.userId,
      key: pushTokens.token,
      fields: { created_at: pushTokens.createdAt, last_seen_at: pushTokens.lastSeenAt },
    }),
  ],
  deletes: [pushTokens],
  withholds: [
    withhold(pushTokens, ['token'], 'whoever has it can send to the phone'),
    withhold(pushTokens, ['id', 'sessionId'], 'they only number and connect rows'),
  ],
};
