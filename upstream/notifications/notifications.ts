/** The only way to notify a member: on the pages, in open tabs, and by mail. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { broadcast, channelOfUser } from '../broadcasting/broadcaster';
import { realtimeNames } from '../contract/realtime';
import type { Database, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { users } from '../members/members.tables';
import { atOnce, dueAt, quietUntil } from './delivery-times';
import { notifications } from './notifications.tables';
import { type NotificationKind, readDeliveryTimes, readWantedChannels } from './preferences';
import { keepMail, mailNotifications, zoneOf } from './waiting-mails';

export { keptCount } from './kept-counts';
export { dropMails, followTimeZone } from './waiting-mails';

export interface NewNotification {
  userId: number;
  /** The kind as in the preferences, a dot, and the event: `wallet.payment_received`. */
  type: `${NotificationKind}.${string}`;
  title: Record<Language, string>;
  description: Record<Language, string>;
  /** What the mail says in place of the description, where that is too short for it. */
  mailText?: Record<Language, string>;
  /** Name of a symbol in `public/icons.svg`, without `i-`. */
  class: string;
  status: 'success' | 'info' | 'warning' | 'danger';
  /** A path of the members area, with its leading slash. */
  url?: string;
  /** The caller sends its own, more detailed mail. */
  hasOwnMail?: boolean;
  now: Date;
}

/** `db` is the caller's transaction if the notification belongs to it. */
type NotificationDeps = Pick<Deps, 'jobs' | 'config' | 'broadcaster'> & { db: Database | Tx };

/**
 * Writes a notification, sends it to open tabs, and queues its mail, each only if the member's preferences allow it.
 * Row and mail are committed together or not at all. Tabs get the event after the commit and may miss it. The audit row
 * of the event tells why the notification was written. Within the member's quiet hours it is silent and its mail waits.
 * Mail that the member wants gathered waits as well. Security never waits.
 * @returns its id (UUIDv7), or null if the member does not want this kind on the site
 * @throws if the member does not exist, or `url` is not a path
 */
export function createNotification(deps: NotificationDeps, notification: NewNotification): Promise<string | null> {
  return transaction(deps.db, async (tx) => {
    const { userId, now } = notification;
    const kind = kindOf(notification.type);
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw new Error('There is no such member to tell');
    const wanted = await readWantedChannels(tx, userId, kind);
    const times = kind === 'security' ? atOnce : await readDeliveryTimes(tx, userId);
    if (wanted.mail && !notification.hasOwnMail) {
      const { title, description, mailText = description, url = null } = notification;
      const mail = { title, description: mailText, url };
      const due = dueAt(times, zoneOf(user), now);
      if (kind === 'security' || due <= now) await mailNotifications(tx, deps, user, [mail]);
      else if (user.emailVerifiedAt) await keepMail(tx, userId, kind, mail, { now, due });
    }
    if (!wanted.site) return null;
    const id = uuidV7(now);
    await tx.insert(notifications).values(rowOf(id, notification));
    broadcast(tx, deps.broadcaster, {
      channels: [channelOfUser(userId)],
      event: realtimeNames.events.notification,
      data: {
        ...payloadOf(id, notification, user.language),
        ...(quietUntil(times.quiet, zoneOf(user), now) && { silent: true }),
      },
    });
    return id;
  });
}

const kindOf = (type: NewNotification['type']) => type.split('.')[0] as NotificationKind;

/**
 * Returns Laravel's broadcast of a notification: data, id and type. Without a request, the member's language counts.
 */
const payloadOf = (id: string, notification: NewNotification, language: Language) => ({
  id,
  type: notification.type,
  title: notification.title[language],
  description: notification.description[language],
  class: notification.class,
  status: notification.status,
  url: notification.url ?? null,
});

/** Returns an unread notification as a row of its table. */
export const rowOf = (id: string, notification: NewNotification): typeof notifications.$inferInsert => ({
  id,
  userId: notification.userId,
  type: notification.type,
  title: notification.title,
  description: notification.description,
  iconClass: notification.class,
  status: notification.status,
  url: notification.url ?? null,
  createdAt: notification.now,
  updatedAt: notification.now,
});

/**
 * Returns an update that marks notifications of the member as read, for a statement of another module.
 * @param which the condition of one that the member has seen
 */
export const readNotifications = ({ userId, now }: Pick<NewNotification, 'userId' | 'now'>, which: SQL): SQL =>
  sql`update ${notifications} set read_at = ${now.toISOString()}, updated_at = ${now.toISOString()}
    where ${and(eq(notifications.userId, userId), isNull(notifications.readAt), which)}
    returning ${notifications.id}`;
