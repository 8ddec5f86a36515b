import type { MailTemplate } from '../mail/mail';

interface Item {
  title: string;
  description: string;
  url: string;
}

interface Told extends Item {
  firstname: string;
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

interface Gathered {
  firstname: string;
  /** At least two, the first one first. */
  items: Item[];
  /** Of all notifications. */
  url: string;
  settingsUrl: string;
}

/** More than these are counted: nobody reads on, and the pages have them all. */
const mostItems = 30;

/** Several notifications in one mail. */
export const gatheredMail: MailTemplate<Gathered> = (language, { firstname, items, url, settingsUrl, productName }) => {
  const shown = items
    .slice(0, mostItems)
    .map(({ title, description, url }) => [title, description, url].filter(Boolean).join('\n'));
  const more = items.length - shown.length;
  return language === 'de'
    ? {
        subject: `${items.length} Neuigkeiten bei ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          'das ist neu für dich:',
          ...shown,
          ...(more > 0 ? [`Dazu kommen ${more} weitere.`] : []),
        ],
        action: { label: 'Alle ansehen', url },
        notes: [`Wann und worüber wir dir schreiben, stellst du hier ein: ${settingsUrl}`],
      }
    : {
        subject: `${items.length} updates at ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          'This is new for you:',
          ...shown,
          ...(more > 0 ? [`And ${more} more.`] : []),
        ],
        action: { label: 'See them all', url },
        notes: [`When we write to you, and what about, is set here: ${settingsUrl}`],
      };
};
