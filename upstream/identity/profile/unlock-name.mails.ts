/** Tells a member that staff have unlocked names and country. */
import type { MailTemplate } from '../../mail/mail';
import { moment } from '../identity.mails';

export const nameUnlockedMail: MailTemplate<{ firstname: string; until: Date; url: string }> = (
  language,
  { firstname, until, url },
) =>
  language === 'de'
    ? {
        subject: 'Du kannst deinen Namen jetzt ändern',
        paragraphs: [
          `Hallo ${firstname},`,
          `unser Team hat deinen Namen und dein Land freigegeben. Bis zum ${moment(until, 'de')} kannst du sie in den Einstellungen einmal ändern. Danach stehen sie wieder fest.`,
        ],
        action: { label: 'Zur Adresse', url },
        notes: ['Du hast uns nicht darum gebeten? Dann antworte auf diese E-Mail.'],
      }
    : {
        subject: 'You can change your name now',
        paragraphs: [
          `Hello ${firstname},`,
          `Our staff have unlocked your name and your country. Until ${moment(until, 'en')} you can change them once in the settings. After that they are locked again.`,
        ],
        action: { label: 'Go to the address', url },
        notes: ['You did not ask us for this? Then reply to this e-mail.'],
      };
