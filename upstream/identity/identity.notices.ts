/** What the identity module tells on the pages; each has a mail of its own, which no preference switches off. */
import type { Language } from '../http/env';
import type { NewNotification } from '../notifications/notifications';

/** Somebody signed in from a browser that was not known before. */
export const newDeviceNotice = (
  userId: number,
  device: Record<Language, string>,
  ip: string | null,
  now: Date,
): NewNotification => ({
  userId,
  type: 'security.new_device',
  title: { en: 'New sign-in to your account', de: 'Neue Anmeldung in deinem Konto' },
  description: {
    en: `${device.en}${ip ? `, IP address ${ip}` : ''}. If this was not you, set a new password now: it signs out every device.`,
    de: `${device.de}${ip ? `, IP-Adresse ${ip}` : ''}. Wenn du das nicht warst, setze gleich ein neues Passwort: Das meldet alle Geräte ab.`,
  },
  class: 'shield',
  status: 'warning',
  url: '/settings/devices',
  hasOwnMail: true,
  now,
});

/** The password was changed by a mailed link. */
export const passwordChangedNotice = (userId: number, now: Date): NewNotification => ({
  userId,
  type: 'security.password_changed',
  title: { en: 'Your password was changed', de: 'Dein Passwort wurde geändert' },
  description: {
    en: 'You were signed out on all devices. If this was not you, ask for a new password at once.',
    de: 'Auf allen Geräten wurdest du abgemeldet. Wenn du das nicht warst, fordere sofort ein neues Passwort an.',
  },
  class: 'lock',
  status: 'info',
  url: '/settings/account',
  hasOwnMail: true,
  now,
});

/** The member set a password in the settings. */
export const newPasswordNotice = (userId: number, now: Date): NewNotification => ({
  userId,
  type: 'security.password_changed',
  title: { en: 'Your account has a new password', de: 'Für dein Konto gilt ein neues Passwort' },
  description: {
    en: 'All other devices were signed out. If this was not you, ask for a new password at once.',
    de: 'Alle anderen Geräte wurden abgemeldet. Wenn du das nicht warst, fordere sofort ein neues Passwort an.',
  },
  class: 'lock',
  status: 'info',
  url: '/settings/account',
  hasOwnMail: true,
  now,
});
