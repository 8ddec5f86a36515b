import { sql } from 'drizzle-orm';
import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import {
  notificationCounts,
  notificationPreferences,
  notifications,
  notificationTimes,
  waitingMails,
} from './notifications.tables';

/** The personal data that this module keeps of a member. */
export const notificationData: PersonalData = {
  exports: [
    tablePart({
      name: 'notifications',
      description: { en: 'What we told you on the pages.', de: 'Was wir dir auf den Seiten mitgeteilt haben.' },
      table: notifications,
      owner: notifications.userId,
      key: notifications.id,
      fields: {
        id: notifications.id,
        type: notifications.type,
        title_en: sql`${notifications.title}->>'en'`,
        title_de: sql`${notifications.title}->>'de'`,
        description_en: sql`${notifications.description}->>'en'`,
        description_de: sql`${notifications.description}->>'de'`,
        status: notifications.status,
        url: notifications.url,
        created_at: notifications.createdAt,
        read_at: notifications.readAt,
      },
    }),
    tablePart({
      name: 'notification_settings',
      description: {
        en: 'How you want to be told of what; only where you chose it yourself.',
        de: 'Auf welchem Weg du wovon erfahren möchtest, soweit du es selbst gewählt hast.',
      },
      table: notificationPreferences,
      owner: notificationPreferences.userId,
      key: sql<string>`${notificationPreferences.kind} || '.' || ${notificationPreferences.channel}`,
      fields: {
        kind: notificationPreferences.kind,
        channel: notificationPreferences.channel,
        wanted: notificationPreferences.wanted,
        updated_at: notificationPreferences.updatedAt,
      },
    }),
    tablePart({
      name: 'notification_times',
      description: {
        en: 'Your quiet hours, in minutes after midnight, and how often your e-mails come together.',
        de: 'Deine Ruhezeiten in Minuten nach Mitternacht und wie oft deine E-Mails zusammen kommen.',
      },
      table: notificationTimes,
      owner: notificationTimes.userId,
      key: notificationTimes.userId,
      fields: {
        quiet_from: notificationTimes.quietFrom,
        quiet_to: notificationTimes.quietTo,
        digest: notificationTimes.digest,
        updated_at: notificationTimes.updatedAt,
      },
    }),
    tablePart({
      name: 'waiting_mails',
      description: { en: 'E-mails that we send you later.', de: 'E-Mails, die wir dir später schicken.' },
      table: waitingMails,
      owner: waitingMails.userId,
      key: waitingMails.id,
      fields: {
        id: waitingMails.id,
        kind: waitingMails.kind,
        title_en: sql`${waitingMails.title}->>'en'`,
        title_de: sql`${waitingMails.title}->>'de'`,
        description_en: sql`${waitingMails.description}->>'en'`,
        description_de: sql`${waitingMails.description}->>'de'`,
        url: waitingMails.url,
        due_at: waitingMails.dueAt,
      },
    }),
  ],
  deletes: [notifications, notificationCounts, notificationPreferences, notificationTimes, waitingMails],
  withholds: [
    withhold(notifications, ['iconClass'], 'it is how the page looks'),
    withhold(notifications, ['updatedAt'], 'it is the time of creation or of reading'),
    withhold(notificationCounts, ['id', 'unread', 'read'], 'they count rows that are exported'),
  ],
};
