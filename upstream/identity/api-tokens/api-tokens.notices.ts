/** Notifications about API tokens. They also have their own mail. */
import type { NewNotification } from '../../notifications/notifications';

/** Somebody made an API token in the member's account. */
export const apiTokenCreatedNotice = (userId: number, name: string, now: Date): NewNotification => ({
  userId,
  type: 'security.api_token_created',
  title: { en: 'New API token in your account', de: 'Neues API-Token in deinem Konto' },
  description: {
    en: `“${name}”. If this was not you, revoke it and set a new password now.`,
    de: `„${name}“. Wenn du das nicht warst, widerrufe es und setze gleich ein neues Passwort.`,
  },
  class: 'shield',
  status: 'warning',
  url: '/settings/api-token',
  hasOwnMail: true,
  now,
});
