/** The mails about a change of e-mail address, in both languages. */
import type { MailTemplate } from '../../mail/mail';
import { moment } from '../identity.mails';

/** To the new address, with the code that confirms it. */
export const emailCodeMail: MailTemplate<{ firstname: string; code: string; minutes: number }> = (
  language,
  { firstname, code, minutes, productName },
) =>
  language === 'de'
    ? {
        subject: `Bestätige deine neue Adresse: ${spaced(code)}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `mit diesem Code wird diese E-Mail-Adresse die deines Kontos bei ${productName}:`,
          spaced(code),
          `Er gilt ${minutes}\u00a0Minuten und nur einmal. Bis du ihn eingibst, bleibt alles, wie es ist.`,
        ],
        notes: ['Du hast das nicht angefordert? Dann lösche diese E-Mail; ohne den Code passiert nichts.'],
      }
    : {
        subject: `Confirm your new address: ${spaced(code)}`,
        paragraphs: [
          `Hello ${firstname},`,
          `With this code, this becomes the e-mail address of your account at ${productName}:`,
          spaced(code),
          `It works for ${minutes}\u00a0minutes and only once. Until you enter it, everything stays as it is.`,
        ],
        notes: ['You did not ask for this? Then delete this e-mail; without the code nothing happens.'],
      };

/** To the owner of an address that another member wants to use. */
export const addressWantedMail: MailTemplate<{ firstname: string; loginUrl: string }> = (
  language,
  { firstname, loginUrl, productName },
) =>
  language === 'de'
    ? {
        subject: `Deine Adresse gehört schon zu einem Konto bei ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          'jemand wollte gerade deine E-Mail-Adresse für ein anderes Konto eintragen. Sie gehört aber zu deinem, und daran hat sich nichts geändert.',
          'Wenn du es warst: Eine Adresse kann nur zu einem Konto gehören. Ändere sie zuerst dort, wo sie jetzt steht.',
        ],
        action: { label: 'Anmelden', url: loginUrl },
        notes: ['Wenn du es nicht warst, brauchst du nichts zu tun.'],
      }
    : {
        subject: `Your address already belongs to an account at ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          'Somebody just tried to enter your e-mail address for another account. It belongs to yours, and nothing about that has changed.',
          'If it was you: an address can belong to one account only. Change it in the account that has it now.',
        ],
        action: { label: 'Sign in', url: loginUrl },
        notes: ['If it was not you, there is nothing to do.'],
      };

interface EmailChangeMail {
  firstname: string;
  at: Date;
  days: number;
  /** Null if the old address was never confirmed. */
  revertUrl: string | null;
}

/** To the old address, after the change. */
export const emailChangedMail: MailTemplate<EmailChangeMail> = (
  language,
  { firstname, at, days, revertUrl, productName },
) =>
  language === 'de'
    ? {
        subject: `Deine E-Mail-Adresse bei ${productName} wurde geändert`,
        paragraphs: [
          `Hallo ${firstname},`,
          `seit dem ${moment(at, 'de')} gehört zu deinem Konto eine andere E-Mail-Adresse. An diese hier schicken wir nichts mehr. Deine API-Tokens gelten weiter.`,
          ...(revertUrl
            ? [
                'Wenn du das nicht warst, stelle diese Adresse wieder her. Dann werden alle Geräte abgemeldet und die API-Tokens widerrufen.',
              ]
            : []),
        ],
        ...(revertUrl && { action: { label: 'Adresse wiederherstellen', url: revertUrl } }),
        notes: revertUrl
          ? [`Der Link gilt ${days}\u00a0Tage und nur einmal.`, 'Wenn du es warst, brauchst du nichts weiter zu tun.']
          : ['Diese Adresse war nie bestätigt, deshalb brauchst du nichts zu tun.'],
      }
    : {
        subject: `Your e-mail address at ${productName} was changed`,
        paragraphs: [
          `Hello ${firstname},`,
          `On ${moment(at, 'en')} the e-mail address of your account was changed. We send nothing more to this one. Your API tokens still work.`,
          ...(revertUrl
            ? [
                'If this was not you, restore this address. Every device is then signed out, and the API tokens are revoked.',
              ]
            : []),
        ],
        ...(revertUrl && { action: { label: 'Restore address', url: revertUrl } }),
        notes: revertUrl
          ? [`The link works for ${days}\u00a0days and only once.`, 'If it was you, there is nothing more to do.']
          : ['This address was never confirmed, so there is nothing for you to do.'],
      };

/** To the old address, after the change was reverted. */
export const emailRevertedMail: MailTemplate<{
  firstname: string;
  url: string;
  minutes: number;
  recoverUrl: string;
}> = (language, { firstname, url, minutes, recoverUrl }) =>
  language === 'de'
    ? {
        subject: 'Diese Adresse gilt wieder: Setze jetzt ein neues Passwort',
        paragraphs: [
          `Hallo ${firstname},`,
          'diese Adresse ist wiederhergestellt, und du meldest dich wieder mit ihr an. Alle Geräte sind abgemeldet.',
          'Weil vielleicht jemand dein Passwort kannte, gilt es nicht mehr. Setze hier ein neues:',
        ],
        action: { label: 'Neues Passwort setzen', url },
        notes: [
          `Der Link gilt ${minutes}\u00a0Minuten und nur einmal. Danach bekommst du hier einen neuen: ${recoverUrl}`,
          'Sieh danach in den Einstellungen nach, ob Zwei-Faktor-Anmeldung, Adresse und API-Tokens so sind, wie du sie kennst.',
        ],
      }
    : {
        subject: 'This address is back: set a new password now',
        paragraphs: [
          `Hello ${firstname},`,
          'This address is restored, and you sign in with it again. Every device is signed out.',
          'Somebody may have known your password, so it no longer works. Set a new one here:',
        ],
        action: { label: 'Set a new password', url },
        notes: [
          `The link works for ${minutes}\u00a0minutes and only once. After that you get a new one here: ${recoverUrl}`,
          'Then check in the settings that two-factor sign-in, address and API tokens are as you know them.',
        ],
      };

/** To an address that somebody wants to register while its former account can still get it back. */
export const addressKeptMail: MailTemplate<{ registerUrl: string }> = (language, { registerUrl, productName }) =>
  language === 'de'
    ? {
        subject: `Diese Adresse ist bei ${productName} noch nicht frei`,
        paragraphs: [
          'Hallo,',
          'jemand hat gerade mit dieser E-Mail-Adresse eine Mitgliedschaft beantragt. Bis vor Kurzem gehörte sie zu einem anderen Konto. Dieses kann sie noch einige Tage lang zurückholen.',
          'Wenn du es warst: Versuch es in einer Woche noch einmal, oder nimm eine andere Adresse.',
        ],
        action: { label: 'Mitgliedschaft beantragen', url: registerUrl },
        notes: ['Wenn du es nicht warst, brauchst du nichts zu tun.'],
      }
    : {
        subject: `This address is not free yet at ${productName}`,
        paragraphs: [
          'Hello,',
          'Somebody has just applied for membership with this e-mail address. Until recently it belonged to another account. That account can take it back for a few more days.',
          'If it was you: try again in a week, or use another address.',
        ],
        action: { label: 'Apply for membership', url: registerUrl },
        notes: ['If it was not you, there is nothing to do.'],
      };

const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
