import type { MailTemplate } from '../mail/mail';

interface Item {
  title: string;
  description: string;
  url: string;
}

interface NotificationMail extends Item {
  firstname: string;
  settingsUrl: string;
}

/** Whether a text, such as a reply of the staff, has its own greeting. */
const greets = (text: string) => /^(hallo|hello|hi|guten (tag|morgen|abend)|moin|liebe|lieber|dear)\b/i.test(text);

/** A mail with one notification, whose texts are already in the member's language. */
export const notificationMail: MailTemplate<NotificationMail> = (
  language,
  { firstname, title, description, url, settingsUrl },
) =>
  language === 'de'
    ? {
        subject: title,
        // After a comma a German sentence would begin with a small letter.
        paragraphs: [...(greets(description) ? [] : [`Hallo ${firstname}!`]), description],
        action: { label: 'Ansehen', url },
        notes: [`Was du per E-Mail erfahren möchtest, stellst du hier ein: ${settingsUrl}`],
      }
    : {
        subject: title,
        paragraphs: [...(greets(description) ? [] : [`Hello ${firstname},`]), description],
        action: { label: 'Have a look', url },
        notes: [`Choose here what we tell you by e-mail: ${settingsUrl}`],
      };

interface SummaryMail {
  firstname: string;
  /** At least two, oldest first. */
  items: Item[];
  /** Link to all notifications. */
  url: string;
  settingsUrl: string;
}

/** Further notifications are only counted, because nobody reads that far and the pages list them all. */
const mostItems = 30;

/** A mail with several notifications. */
export const gatheredMail: MailTemplate<SummaryMail> = (
  language,
  { firstname, items, url, settingsUrl, productName },
) => {
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
          'Here is what is new:',
          ...shown,
          ...(more > 0 ? [`And ${more} more.`] : []),
        ],
        action: { label: 'See them all', url },
        notes: [`Choose here when we write to you, and about what: ${settingsUrl}`],
      };
};
