/** The mails about exports and deletion. None contains a token: every link requires the sign-in. */
import type { Language, MailTemplate } from '../mail/mail';

/** The export is ready. */
export const exportReadyMail: MailTemplate<{ firstname: string; url: string; until: Date }> = (
  language,
  { firstname, url, until },
) =>
  language === 'de'
    ? {
        subject: 'Dein Datenexport ist fertig',
        paragraphs: [
          `Hallo ${firstname},`,
          `alles, was wir über dich gespeichert haben, liegt jetzt als ZIP-Datei für dich bereit. Du kannst sie bis zum ${day(until, 'de')} herunterladen.`,
        ],
        action: { label: 'Zum Export', url },
        notes: [
          'Melde dich zum Herunterladen an.',
          'Du hast keinen Export angefordert? Dann setze bitte gleich ein neues Passwort.',
        ],
      }
    : {
        subject: 'Your data export is ready',
        paragraphs: [
          `Hello ${firstname},`,
          `Everything that we keep about you is ready as a ZIP file. You can download it until ${day(until, 'en')}.`,
        ],
        action: { label: 'Go to the export', url },
        notes: ['Sign in to download it.', 'You did not ask for an export? Then please set a new password at once.'],
      };

interface DeletionDue {
  firstname: string;
  url: string;
  due: Date;
}

/** The deletion was requested. */
export const deletionRequestedMail: MailTemplate<DeletionDue> = (language, { firstname, url, due, productName }) =>
  language === 'de'
    ? {
        subject: `Dein Konto bei ${productName} wird gelöscht`,
        paragraphs: [
          `Hallo ${firstname},`,
          `du möchtest dein Konto löschen. Das geschieht am ${day(due, 'de')}. Bis dahin bleibt alles, wie es ist, und du kannst es dir mit einem Klick anders überlegen.`,
        ],
        action: { label: 'Mein Konto behalten', url },
        notes: [
          'Möchtest du deine Daten mitnehmen? Den Export findest du auf derselben Seite.',
          'Du warst das nicht? Dann behalte dein Konto und setze gleich ein neues Passwort.',
        ],
      }
    : {
        subject: `Your account at ${productName} will be deleted`,
        paragraphs: [
          `Hello ${firstname},`,
          `You would like to delete your account. This will happen on ${day(due, 'en')}. Until then everything stays as it is, and you can change your mind with one click.`,
        ],
        action: { label: 'Keep my account', url },
        notes: [
          'Would you like to take your data with you? The export is on the same page.',
          'This was not you? Then keep your account, and set a new password at once.',
        ],
      };

/** Two days are left. */
export const deletionReminderMail: MailTemplate<DeletionDue> = (language, { firstname, url, due, productName }) =>
  language === 'de'
    ? {
        subject: `In zwei Tagen löschen wir dein Konto bei ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `am ${day(due, 'de')} löschen wir dein Konto, wie du es möchtest. Danach lässt es sich nicht wiederherstellen.`,
        ],
        action: { label: 'Mein Konto behalten', url },
        notes: ['Wenn es dabei bleiben soll, brauchst du nichts zu tun.'],
      }
    : {
        subject: `In two days we will delete your account at ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          `On ${day(due, 'en')} we will delete your account, as you asked. It cannot be brought back afterwards.`,
        ],
        action: { label: 'Keep my account', url },
        notes: ['If you still want this, there is nothing to do.'],
      };

/** The account is deleted. */
export const accountDeletedMail: MailTemplate<{ firstname: string; url: string }> = (
  language,
  { firstname, url, productName },
) =>
  language === 'de'
    ? {
        subject: `Dein Konto bei ${productName} ist gelöscht`,
        paragraphs: [
          `Hallo ${firstname},`,
          'dein Konto und deine persönlichen Daten sind gelöscht. Rechnungen und Buchungen müssen wir so lange aufheben, wie es das Handels- und Steuerrecht verlangt. Danach löschen wir auch sie.',
          'Danke, dass du dabei warst. Wenn du einmal wiederkommen möchtest, kannst du jederzeit wieder eine Mitgliedschaft beantragen.',
        ],
        action: { label: 'Zur Startseite', url },
      }
    : {
        subject: `Your account at ${productName} is deleted`,
        paragraphs: [
          `Hello ${firstname},`,
          'Your account and your personal data are deleted. We have to keep invoices and ledger entries for as long as German commercial and tax law demands. After that we delete them, too.',
          'Thank you for having been with us. If you ever want to come back, you can apply for membership again at any time.',
        ],
        action: { label: 'To the start page', url },
      };

const day = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Berlin',
  }).format(at);
