import type { NewNotification } from '../../notifications/notifications';

/** The address was changed. The mail about it goes to the old address. */
export const emailChangedNotice = (userId: number, now: Date): NewNotification => ({
  userId,
  type: 'security.email_changed',
  title: { en: 'Your e-mail address was changed', de: 'Deine E-Mail-Adresse wurde geändert' },
  description: {
    en: 'You sign in with the new address from now on. Links and codes that were mailed to the old one no longer work. Your API tokens still work.',
    de: 'Du meldest dich ab jetzt mit der neuen Adresse an. Links und Codes, die an die alte gingen, gelten nicht mehr. Deine API-Tokens gelten weiter.',
  },
  class: 'shield',
  status: 'warning',
  url: '/settings/account',
  hasOwnMail: true,
  now,
});

/** A change was reverted through the link in its notice. */
export const emailRevertedNotice = (userId: number, now: Date): NewNotification => ({
  userId,
  type: 'security.email_reverted',
  title: { en: 'Your former e-mail address is back', de: 'Deine frühere E-Mail-Adresse gilt wieder' },
  description: {
    en: 'It was restored by the link in our e-mail. You were signed out on all devices and needed a new password.',
    de: 'Sie wurde mit dem Link in unserer E-Mail wiederhergestellt. Du wurdest auf allen Geräten abgemeldet und brauchtest ein neues Passwort.',
  },
  class: 'shield',
  status: 'warning',
  url: '/settings/account',
  hasOwnMail: true,
  now,
});
