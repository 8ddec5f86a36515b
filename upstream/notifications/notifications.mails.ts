import type { MailTemplate } from '../mail/mail';

interface Told {
  firstname: string;
  title: string;
  description: string;
  url: string;
  settingsUrl: string;
}

/** A notification by mail; its words are in the member's language already. */
export const notificationMail: MailTemplate<Told> = (language, { firstname, title, description, url, settingsUrl }) =>
  language === 'de'
    ? {
        subject: title,
        paragraphs: [`Hallo ${firstname},`, description],
        action: { label: 'Ansehen', url },
        notes: [`Was du per E-Mail erfahren möchtest, stellst du hier ein: ${settingsUrl}`],
      }
    : {
        subject: title,
        paragraphs: [`Hello ${firstname},`, description],
        action: { label: 'Have a look', url },
        notes: [`What you want to be told by e-mail is set here: ${settingsUrl}`],
      };
