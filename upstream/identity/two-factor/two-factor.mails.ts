/** Mails about changes of the second factor. They contain no codes. */
import type { MailTemplate } from '../../mail/mail';
import { moment } from '../identity.mails';
import type { TwoFactorChange } from './two-factor.notices';

interface Change {
  firstname: string;
  at: Date;
  publicUrl: string;
}

const notMe = (language: 'en' | 'de', publicUrl: string) => ({
  action: { label: language === 'de' ? 'Das war ich nicht' : 'This was not me', url: `${publicUrl}/recover` },
  notes: [
    language === 'de'
      ? 'Wenn du es warst, brauchst du nichts weiter zu tun.'
      : 'If it was you, there is nothing more to do.',
  ],
});

const enabled: MailTemplate<Change> = (language, { firstname, at, publicUrl, productName }) =>
  language === 'de'
    ? {
        subject: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
        paragraphs: [
          `Hallo ${firstname},`,
          `am ${moment(at, 'de')} wurde die Zwei-Faktor-Anmeldung bei ${productName} eingeschaltet. Ab jetzt fragen wir zusätzlich nach einem Code aus deiner App. Alle anderen Geräte wurden abgemeldet.`,
          'Deine API-Tokens gelten weiter. Widerrufe in den Einstellungen die, die du nicht kennst.',
          'Bewahre deine Wiederherstellungscodes gut auf, getrennt von deinem Telefon.',
        ],
        ...notMe('de', publicUrl),
      }
    : {
        subject: 'Two-factor sign-in is on',
        paragraphs: [
          `Hello ${firstname},`,
          `On ${moment(at, 'en')} two-factor sign-in at ${productName} was switched on. From now on we also ask for a code from your app. All your other devices were signed out.`,
          'Your API tokens still work. Revoke any that you do not know in the settings.',
          'Keep your recovery codes in a safe place, apart from your phone.',
        ],
        ...notMe('en', publicUrl),
      };

const disabled: MailTemplate<Change> = (language, { firstname, at, publicUrl, productName }) =>
  language === 'de'
    ? {
        subject: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet',
        paragraphs: [
          `Hallo ${firstname},`,
          `am ${moment(at, 'de')} wurde die Zwei-Faktor-Anmeldung bei ${productName} ausgeschaltet. Dein Passwort allein öffnet jetzt wieder dein Konto. Deine Wiederherstellungscodes gelten nicht mehr.`,
          'Wenn du es nicht warst, setze sofort ein neues Passwort: Das meldet alle Geräte ab.',
        ],
        ...notMe('de', publicUrl),
      }
    : {
        subject: 'Two-factor sign-in is off',
        paragraphs: [
          `Hello ${firstname},`,
          `On ${moment(at, 'en')} two-factor sign-in at ${productName} was switched off. Your password alone opens your account again. Your recovery codes no longer work.`,
          'If it was not you, set a new password at once: it signs out every device.',
        ],
        ...notMe('en', publicUrl),
      };

const renewed: MailTemplate<Change> = (language, { firstname, at, publicUrl }) =>
  language === 'de'
    ? {
        subject: 'Du hast neue Wiederherstellungscodes',
        paragraphs: [
          `Hallo ${firstname},`,
          `am ${moment(at, 'de')} wurden neue Wiederherstellungscodes für dein Konto erstellt. Die alten gelten nicht mehr.`,
        ],
        ...notMe('de', publicUrl),
      }
    : {
        subject: 'You have new recovery codes',
        paragraphs: [
          `Hello ${firstname},`,
          `On ${moment(at, 'en')} new recovery codes were made for your account. The old ones no longer work.`,
        ],
        ...notMe('en', publicUrl),
      };

export const twoFactorMails: Record<TwoFactorChange, MailTemplate<Change>> = {
  two_factor_enabled: enabled,
  two_factor_disabled: disabled,
  recovery_codes: renewed,
};
