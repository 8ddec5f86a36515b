/** The one way to tell a member something: on the pages, in open tabs, and by mail. */
import { eq } from 'drizzle-orm';
import { realtimeNames } from '../contract/realtime';
import type { Database, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { users } from '../identity/identity.tables';
import { broadcast, channelOfUser } from '../realtime/broadcaster';
import { atOnce, dueAt, quietUntil } from './delivery-times';
import { notifications } from './notifications.tables';
import { deliveryTimes, type NotificationKind, wantedChannels } from './preferences';
import { keepMail, mailTellings, zoneOf } from './waiting-mails';

export { followTimeZone } from './waiting-mails';

export interface NewNotification {
  userId: number;
  /** The kind that preferences know, a dot, and what happened: `wallet.payment_received`. */
  type: `${NotificationKind}.${string}`;
  title: Record<Language, string>;
  description: Record<Language, string>;
  /** Name of a symbol in `public/icons.svg`, without its `i-`. */
  class: string;
  status: 'success' | 'info' | 'warning' | 'danger';
  /** A path of the members area, with its leading slash. */
  url?: string;
  /** The caller has written a mail of its own, which says more. */
  hasOwnMail?: boolean;
  now: Date;
}

/** `db` is the caller's transaction where the notification belongs to what happens in it. */
type Means = Pick<Deps, 'jobs' | 'config' | 'broadcaster'> & { db: Database | Tx };

/**
 * Writes a notification and tells open tabs of it, and queues its mail, each only where the member's preferences want
 * it. Row and mail are there with the commit, or not at all; the tabs hear of it after the commit, and may miss it. Why
 * it was written stands in the audit row of whatever it tells of. Within the member's quiet hours it appears without a
 * word, and its mail waits; so does mail that they want gathered. What is about security never waits.
 * @returns its id (UUIDv7), or null where the member wants none of this kind on the site
 * @throws where there is no such member, and for a `url` that is no path
 */
export function createNotification(deps: Means, notification: NewNotification): Promise<string | null> {
  return transaction(deps.db, async (tx) => {
    const { userId, now } = notification;
    const kind = kindOf(notification.type);
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw new Error('There is no such member to tell');
    const wanted = await wantedChannels(tx, userId, kind);
    const times = kind === 'security' ? atOnce : await deliveryTimes(tx, userId);
    if (wanted.mail && !notification.hasOwnMail) {
      const telling = { ...notification, url: notification.url ?? null };
      const due = dueAt(times, zoneOf(user), now);
      if (kind === 'security' || due <= now) await mailTellings(tx, deps, user, [telling]);
      else if (user.emailVerifiedAt) await keepMail(tx, userId, kind, telling, { now, due });
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

/** What Laravel broadcasts of a notification: its data with id and type; in the member's language, since nobody asks. */
const payloadOf = (id: string, notification: NewNotification, language: Language) => ({
  id,
  type: notification.type,
  title: notification.title[language],
  description: notification.description[language],
  class: notification.class,
  status: notification.status,
  url: notification.url ?? null,
});

/** A notification as its table holds it, unread. */
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
