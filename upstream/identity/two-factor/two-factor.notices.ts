/** Notifications about the second factor. */
import type { Language } from '../../http/env';
import type { NewNotification } from '../../notifications/notifications';

/** The change, named like its notification without `security.`. Each also has its own mail. */
export type TwoFactorChange = 'two_factor_enabled' | 'two_factor_disabled' | 'recovery_codes';

/** A change of the second factor, with the reason if staff made it. */
export const twoFactorNotice = (
  userId: number,
  change: TwoFactorChange,
  now: Date,
  reason?: string,
): NewNotification => ({
  userId,
  type: `security.${change}`,
  title: words[change].title,
  description: reason ? byStaff(words[change].description, reason) : words[change].description,
  class: 'shield',
  status: change === 'two_factor_disabled' ? 'warning' : 'success',
  url: '/settings/2fa',
  hasOwnMail: true,
  now,
});

/** A sign-in with a recovery code, with the number of codes left. */
export const recoveryCodeUsedNotice = (userId: number, left: number, now: Date): NewNotification => ({
  userId,
  type: 'security.recovery_code_used',
  title: { en: 'You signed in with a recovery code', de: 'Du hast dich mit einem Wiederherstellungscode angemeldet' },
  description: {
    en: `Codes left: ${left}. If this was not you, set a new password now: it signs out every device.`,
    de: `Übrige Codes: ${left}. Wenn du das nicht warst, setze gleich ein neues Passwort: Das meldet alle Geräte ab.`,
  },
  class: 'shield',
  status: 'warning',
  url: '/settings/2fa',
  now,
});

const byStaff = ({ en, de }: Record<Language, string>, reason: string): Record<Language, string> => ({
  en: `Our staff did this: “${reason}” ${en}`,
  de: `Unser Team hat das getan: „${reason}“ ${de}`,
});

const words: Record<TwoFactorChange, Record<'title' | 'description', Record<Language, string>>> = {
  two_factor_enabled: {
    title: { en: 'Two-factor sign-in is on', de: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet' },
    description: {
      en: 'From now on we also ask for a code from your app. All your other devices were signed out. Your API tokens still work.',
      de: 'Ab jetzt fragen wir zusätzlich nach einem Code aus deiner App. Alle anderen Geräte wurden abgemeldet. Deine API-Tokens gelten weiter.',
    },
  },
  two_factor_disabled: {
    title: { en: 'Two-factor sign-in is off', de: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet' },
    description: {
      en: 'Your password alone opens your account again. If this was not you, set a new password now.',
      de: 'Dein Passwort allein öffnet jetzt wieder dein Konto. Wenn du das nicht warst, setze gleich ein neues.',
    },
  },
  recovery_codes: {
    title: { en: 'You have new recovery codes', de: 'Du hast neue Wiederherstellungscodes' },
    description: {
      en: 'The old ones no longer work. If this was not you, set a new password now.',
      de: 'Die alten gelten nicht mehr. Wenn du das nicht warst, setze gleich ein neues Passwort.',
    },
  },
};
