/** Notifications of the identity module. Each also has its own mail, which no preference switches off. */
import type { Language } from '../http/env';
import type { NewNotification } from '../notifications/notifications';

/** Somebody signed in from an unknown browser. */
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

/** The password was changed through a mailed link. */
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

/** The member's name was changed. */
export const nameChangedNotice = (userId: number, now: Date): NewNotification => ({
  userId,
  type: 'security.name_changed',
  title: { en: 'Your name was changed', de: 'Dein Name wurde geändert' },
  description: {
    en: 'Withdrawals go only to accounts in this name, and are now paused for a while. If this was not you, set a new password now.',
    de: 'Auszahlungen gehen nur auf Konten, die auf diesen Namen laufen, und pausieren jetzt eine Weile. Wenn du das nicht warst, setze gleich ein neues Passwort.',
  },
  class: 'shield',
  status: 'warning',
  url: '/settings/address',
  hasOwnMail: true,
  now,
});
