/** Tells a member about a ticket: by a notification, and by a mail of its own where a place or money depends on it. */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { type MailTemplate, sendMail } from '../../mail/mail';
import type { UserRow } from '../../members/users';
import { createNotification, type NewNotification } from '../../notifications/notifications';
import { type TicketEvent, type Told, type Words, wordsOf } from './words';

/** No preference switches these off by mail. */
const mailed = new Set<TicketEvent>(['registered', 'offered', 'changed', 'canceled']);

const statuses: Record<TicketEvent, NewNotification['status']> = {
  ...{ registered: 'success', waitlisted: 'info', offered: 'success', offer_expired: 'warning' },
  ...{ list_ended: 'info', changed: 'warning', canceled: 'danger', reminder: 'info' },
};

type Mail = Words & { firstname: string; url: string };

const ticketMail: MailTemplate<Mail> = (language, { title, text, firstname, url }) => ({
  subject: title,
  paragraphs: [language === 'de' ? `Hallo ${firstname},` : `Hello ${firstname},`, `${title}.`, text],
  action: { label: language === 'de' ? 'Zum Termin' : 'Go to the appointment', url },
});

/** In the caller's transaction. A member without a confirmed e-mail address gets no mail. */
export async function tellMember(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster'>,
  { member, ...told }: Told & { member: UserRow },
  now: Date,
): Promise<void> {
  if (member.deletedAt) return;
  const notice = noticeOf(told, member.id, now);
  await createNotification({ ...deps, db: tx }, notice);
  if (!notice.hasOwnMail || !member.emailVerifiedAt) return;
  const { email: to, language, firstname } = member;
  const data = { ...wordsOf(told, language), firstname, url: `${deps.config.publicUrl}${notice.url}` };
  await sendMail(tx, deps, { to, language, template: ticketMail, data });
}

/** Returns the notification alone. */
export function noticeOf(told: Told, userId: number, now: Date): NewNotification {
  const { event, appointment } = told;
  const [en, de] = [wordsOf(told, 'en'), wordsOf(told, 'de')];
  const holds = event === 'registered' || event === 'changed' || event === 'reminder';
  return {
    ...{ userId, now, type: `appointment.${event}`, class: 'calendar', status: statuses[event] },
    title: { en: en.title, de: de.title },
    description: { en: en.text, de: de.text },
    url: `/appointment/${holds ? 'ticket' : 'register-ticket'}/${appointment.label}`,
    hasOwnMail: mailed.has(event),
  };
}
