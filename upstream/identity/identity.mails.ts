/** The mails of the identity module, in both languages. */
import type { Language, MailTemplate } from '../mail/mail';

interface LinkMail {
  firstname: string;
  url: string;
}

/** Confirms an address after registration. */
export const verifyEmailMail: MailTemplate<LinkMail> = (language, { firstname, url, productName }) =>
  language === 'de'
    ? {
        subject: `Bitte bestätige deine E-Mail-Adresse für ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `schön, dass du da bist. Ein Klick fehlt noch: Bitte bestätige, dass diese Adresse dir gehört.`,
        ],
        action: { label: 'Adresse bestätigen', url },
        notes: [
          'Der Link gilt 24\u00a0Stunden.',
          'Du hast keine Mitgliedschaft beantragt? Dann lösche diese E-Mail einfach.',
        ],
      }
    : {
        subject: `Please confirm your e-mail address for ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          `It is good to have you. Only one click is left: please confirm that this address is yours.`,
        ],
        action: { label: 'Confirm address', url },
        notes: [
          'The link works for 24\u00a0hours.',
          'You did not apply for membership? Then simply delete this e-mail.',
        ],
      };

/** To the owner of an address that somebody tried to register again. */
export const alreadyMemberMail: MailTemplate<{ firstname: string; loginUrl: string; recoverUrl: string }> = (
  language,
  { firstname, loginUrl, recoverUrl, productName },
) =>
  language === 'de'
    ? {
        subject: `Du bist schon Mitglied bei ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          'jemand hat gerade mit deiner E-Mail-Adresse eine Mitgliedschaft beantragt. Du hast aber schon ein Konto, und daran hat sich nichts geändert.',
          'Wenn du es warst: Melde dich einfach an.',
        ],
        action: { label: 'Anmelden', url: loginUrl },
        notes: [
          `Passwort vergessen? Hier setzt du ein neues: ${recoverUrl}`,
          'Wenn du es nicht warst, brauchst du nichts zu tun.',
        ],
      }
    : {
        subject: `You are already a member of ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          'Somebody has just applied for membership with your e-mail address. You already have an account, and nothing about it has changed.',
          'If it was you: simply sign in.',
        ],
        action: { label: 'Sign in', url: loginUrl },
        notes: [
          `Forgotten your password? Set a new one here: ${recoverUrl}`,
          'If it was not you, there is nothing to do.',
        ],
      };

/** The link that sets a new password. */
export const resetPasswordMail: MailTemplate<LinkMail & { minutes: number }> = (
  language,
  { firstname, url, minutes },
) =>
  language === 'de'
    ? {
        subject: 'Passwort zurücksetzen',
        paragraphs: [`Hallo ${firstname},`, 'du möchtest ein neues Passwort setzen. Hier geht es weiter:'],
        action: { label: 'Neues Passwort setzen', url },
        notes: [
          `Der Link gilt ${minutes}\u00a0Minuten und nur einmal.`,
          'Du hast das nicht angefordert? Dann lösche diese E-Mail; dein Passwort bleibt, wie es ist.',
        ],
      }
    : {
        subject: 'Reset your password',
        paragraphs: [`Hello ${firstname},`, 'You would like to set a new password. Continue here:'],
        action: { label: 'Set a new password', url },
        notes: [
          `The link works for ${minutes}\u00a0minutes and only once.`,
          'You did not ask for this? Then delete this e-mail; your password stays as it is.',
        ],
      };

/** Tells the member that the password was changed. */
export const passwordChangedMail: MailTemplate<{ firstname: string; at: Date; recoverUrl: string }> = (
  language,
  { firstname, at, recoverUrl },
) =>
  language === 'de'
    ? {
        subject: 'Dein Passwort wurde geändert',
        paragraphs: [
          `Hallo ${firstname},`,
          `dein Passwort wurde am ${moment(at, 'de')} geändert. Auf allen Geräten wurdest du abgemeldet, und API-Tokens wurden widerrufen. Melde dich bitte mit dem neuen Passwort wieder an.`,
        ],
        action: { label: 'Das war ich nicht', url: recoverUrl },
        notes: ['Wenn du es warst, brauchst du nichts weiter zu tun.'],
      }
    : {
        subject: 'Your password was changed',
        paragraphs: [
          `Hello ${firstname},`,
          `Your password was changed on ${moment(at, 'en')}. You were signed out on all devices, and API tokens were revoked. Please sign in again with the new password.`,
        ],
        action: { label: 'This was not me', url: recoverUrl },
        notes: ['If it was you, there is nothing more to do.'],
      };

/** Tells the member that a password was set in the settings, where this one device stays signed in. */
export const newPasswordMail: MailTemplate<{ firstname: string; at: Date; recoverUrl: string }> = (
  language,
  { firstname, at, recoverUrl },
) =>
  language === 'de'
    ? {
        subject: 'Für dein Konto gilt ein neues Passwort',
        paragraphs: [
          `Hallo ${firstname},`,
          `am ${moment(at, 'de')} wurde in den Einstellungen ein neues Passwort gesetzt. Alle anderen Geräte wurden abgemeldet; nur das, mit dem es gesetzt wurde, blieb angemeldet. API-Tokens wurden widerrufen.`,
        ],
        action: { label: 'Das war ich nicht', url: recoverUrl },
        notes: ['Wenn du es warst, brauchst du nichts weiter zu tun.'],
      }
    : {
        subject: 'Your account has a new password',
        paragraphs: [
          `Hello ${firstname},`,
          `On ${moment(at, 'en')} a new password was set in the settings. All other devices were signed out; only the one that set it stayed signed in. API tokens were revoked.`,
        ],
        action: { label: 'This was not me', url: recoverUrl },
        notes: ['If it was you, there is nothing more to do.'],
      };

/** Tells the member that their name was changed. The greeting uses the old name. */
export const nameChangedMail: MailTemplate<{ firstname: string; name: string; at: Date; recoverUrl: string }> = (
  language,
  { firstname, name, at, recoverUrl },
) =>
  language === 'de'
    ? {
        subject: 'Dein Name wurde geändert',
        paragraphs: [
          `Hallo ${firstname},`,
          `am ${moment(at, 'de')} wurde in den Einstellungen dein Name geändert. Er ist jetzt: ${name}`,
          'Auszahlungen gehen nur auf Konten, die auf diesen Namen laufen. Zu deinem Schutz pausieren sie jetzt eine Weile.',
        ],
        action: { label: 'Das war ich nicht', url: recoverUrl },
        notes: ['Wenn du es warst, brauchst du nichts weiter zu tun. Wenn nicht, setze gleich ein neues Passwort.'],
      }
    : {
        subject: 'Your name was changed',
        paragraphs: [
          `Hello ${firstname},`,
          `On ${moment(at, 'en')} your name was changed in the settings. It is now: ${name}`,
          'Withdrawals go only to accounts in this name. To protect you, they are now paused for a while.',
        ],
        action: { label: 'This was not me', url: recoverUrl },
        notes: ['If it was you, there is nothing more to do. If not, set a new password now.'],
      };

interface NewDevice {
  firstname: string;
  device: string;
  ip: string | null;
  at: Date;
  devicesUrl: string;
  recoverUrl: string;
}

/** Tells the member about a sign-in from an unknown browser. */
export const newDeviceMail: MailTemplate<NewDevice> = (
  language,
  { firstname, device, ip, at, devicesUrl, recoverUrl, productName },
) =>
  language === 'de'
    ? {
        subject: `Neue Anmeldung bei ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          'in deinem Konto hat sich gerade ein Gerät angemeldet, das wir noch nicht kennen:',
          `${device}${ip ? `, IP-Adresse ${ip}` : ''}, ${moment(at, 'de')}`,
          'Wenn du das warst, ist alles gut. Wenn nicht, melde das Gerät ab und setze bitte gleich ein neues Passwort.',
        ],
        action: { label: 'Deine Geräte ansehen', url: devicesUrl },
        notes: [`Ein neues Passwort meldet alle Geräte ab. Hier setzt du es: ${recoverUrl}`],
      }
    : {
        subject: `New sign-in at ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          'A device that we have not seen before just signed in to your account:',
          `${device}${ip ? `, IP address ${ip}` : ''}, ${moment(at, 'en')}`,
          'If this was you, all is well. If not, please sign the device out and set a new password now.',
        ],
        action: { label: 'See your devices', url: devicesUrl },
        notes: [`A new password signs out every device. Set it here: ${recoverUrl}`],
      };

/** The link that opens a locked session without a password. */
export const unlockLinkMail: MailTemplate<LinkMail & { minutes: number }> = (
  language,
  { firstname, url, minutes, productName },
) =>
  language === 'de'
    ? {
        subject: `Dein Link zu ${productName}`,
        paragraphs: [`Hallo ${firstname},`, 'mit diesem Link kommst du wieder hinein, ohne Passwort:'],
        action: { label: 'Mit deinem Link anmelden', url },
        notes: [
          `Der Link gilt ${minutes}\u00a0Minuten und nur einmal. Gib ihn an niemanden weiter.`,
          'Du hast ihn nicht angefordert? Dann lösche diese E-Mail; es ist nichts passiert.',
        ],
      }
    : {
        subject: `Your link to ${productName}`,
        paragraphs: [`Hello ${firstname},`, 'This link takes you back in, without a password:'],
        action: { label: 'Sign in with your link', url },
        notes: [
          `The link works for ${minutes}\u00a0minutes and only once. Do not pass it on.`,
          'You did not ask for it? Then delete this e-mail; nothing has happened.',
        ],
      };

/** Returns a moment in words. It names the time zone, because a mail does not know the reader's. */
export const moment = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(at) + (language === 'de' ? ' Uhr (Berliner Zeit)' : ' (Berlin time)');
