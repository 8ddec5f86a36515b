/** What a member is told of a ticket: on the pages, and by mail unless the member wants none. */
import type { Language } from '../../http/env';
import type { NewNotification } from '../../notifications/notifications';
import type { TicketRow } from './ticket-steps';

type About = Pick<TicketRow, 'id' | 'userId' | 'subject'>;

/** A list shows a line or two of a text. */
const excerptLength = 70;

/** The notification of a reply of the staff. Its mail has the whole text. */
export function replyNotice(ticket: About, body: string, files: readonly string[], now: Date): NewNotification {
  const excerpt = excerptOf(body);
  const withFiles = (language: Language) =>
    files.length === 0 ? body : `${body}\n\n${texts[language].files}: ${files.join(', ')}`;
  return {
    ...about(ticket, 'support.replied', now),
    title: inBoth(({ replied }) => replied(ticket)),
    description: { en: excerpt, de: excerpt },
    mailText: { en: withFiles('en'), de: withFiles('de') },
    status: 'success',
  };
}

/** The greeting of a letter: a short first line that ends with a comma. A sentence begins after it, also in German. */
const greeting = /^\s*[^\n]{1,60},[^\S\n]*\n\s*(?=\S)/;

function excerptOf(body: string): string {
  const rest = body.replace(greeting, '');
  const text = rest === body ? body : rest.charAt(0).toUpperCase() + rest.slice(1);
  const line = text.trim().replace(/\s+/g, ' ');
  return [...line].length > excerptLength ? `${[...line].slice(0, excerptLength - 1).join('')}…` : line;
}

/** The notification that the club still waits for an answer. */
export const reminderNotice = (ticket: About, now: Date): NewNotification => ({
  ...about(ticket, 'support.reminder', now),
  title: inBoth(({ reminder }) => reminder(ticket)),
  description: inBoth(({ waiting }) => waiting),
  status: 'warning',
});

/** The notification that the club closed a ticket. `body` is the message with which it did. */
export const closedNotice = (ticket: About, body: string | null, now: Date): NewNotification => ({
  ...about(ticket, 'support.closed', now),
  title: inBoth(({ closed }) => closed(ticket)),
  description: inBoth(({ reopens }) => reopens),
  ...(body && { mailText: inBoth(({ reopens }) => `${body}\n\n${reopens}`) }),
  status: 'info',
});

/** What the club writes into a ticket that it closes after two weeks without an answer. */
export const closingText = (language: Language): string => texts[language].closing;

const about = ({ id, userId }: About, type: NewNotification['type'], now: Date) => ({
  ...{ userId, type, now },
  class: 'ticket',
  url: ticketUrl(id),
});

/** Where the notifications of a ticket lead: to its first unread message, or its newest one. */
export const ticketUrl = (id: number): string => `/support/ticket/${id}#new`;

const en = {
  replied: ({ id, subject }: About) => `Reply to ticket ${id}: ${subject}`,
  files: 'Files that you find in the ticket',
  reminder: ({ id, subject }: About) => `Ticket ${id} waits for you: ${subject}`,
  waiting:
    'We answered more than a week ago and have not heard from you. If you do not reply, we close the ticket 14 days after our answer. You can still open it again then.',
  closed: ({ id, subject }: About) => `Ticket ${id} is closed: ${subject}`,
  reopens: 'A reply within 14 days opens it again. A later one begins a new ticket.',
  closing:
    'We have not heard from you for 14 days, so we have closed this ticket. A reply within 14 days opens it again. A later one begins a new ticket.',
};

const de: typeof en = {
  replied: ({ id, subject }) => `Antwort auf deine Anfrage ${id}: ${subject}`,
  files: 'Dateien, die du in der Anfrage findest',
  reminder: ({ id, subject }) => `Deine Anfrage ${id} wartet auf dich: ${subject}`,
  waiting:
    'Wir haben vor mehr als einer Woche geantwortet und seitdem nichts von dir gehört. Wenn du nicht antwortest, schließen wir die Anfrage 14 Tage nach unserer Antwort. Du kannst sie dann immer noch wieder öffnen.',
  closed: ({ id, subject }) => `Deine Anfrage ${id} ist geschlossen: ${subject}`,
  reopens: 'Eine Antwort innerhalb von 14 Tagen öffnet sie wieder. Eine spätere beginnt eine neue Anfrage.',
  closing:
    'Wir haben 14 Tage nichts von dir gehört und diese Anfrage deshalb geschlossen. Eine Antwort innerhalb von 14 Tagen öffnet sie wieder. Eine spätere beginnt eine neue Anfrage.',
};

const texts = { en, de };

const inBoth = (write: (words: typeof en) => string) => ({ en: write(en), de: write(de) });
