import { type PersonalData, tablePart } from '../privacy/privacy';
import { pushTokens } from './push.tables';

/** What this module keeps of a member. Whoever has a phone's token can send to it, so that it stays here. */
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
};
