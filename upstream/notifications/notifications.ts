/** The one way to tell a member something: on the pages, in open tabs, and by mail. */
import { eq } from 'drizzle-orm';
import { realtimeNames } from '../contract/realtime';
import type { Database, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { users } from '../identity/identity.tables';
import { sendMail } from '../mail/mail';
import { broadcast, channelOfUser } from '../realtime/broadcaster';
import { showNotification } from './notification-lists';
import { notificationMail } from './notifications.mails';
import { notifications } from './notifications.tables';
import { type NotificationKind, wantedChannels } from './preferences';

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

type UserRow = typeof users.$inferSelect;
type NotificationRow = typeof notifications.$inferSelect;

/** `db` is the caller's transaction where the notification belongs to what happens in it. */
type Means = Pick<Deps, 'jobs' | 'config' | 'broadcaster'> & { db: Database | Tx };

/**
 * Writes a notification and queues its mail, each only where the member's preferences want it; both are there with the
 * commit, or not at all; open tabs hear of it after the commit. Why it was written stands in the audit row of whatever it
 * tells of.
 * @returns its id (UUIDv7), or null where the member wants none of this kind on the site
 * @throws where there is no such member, and for a `url` that is no path
 */
export function createNotification(deps: Means, notification: NewNotification): Promise<string | null> {
  return transaction(deps.db, async (tx) => {
    const { userId, type, now } = notification;
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw new Error(`There is no member ${userId} to be told of ${type}`);
    const wanted = await wantedChannels(tx, userId, kindOf(type));
    if (wanted.mail && !notification.hasOwnMail) await mailNotification(tx, deps, user, notification);
    if (!wanted.site) return null;
    const [row] = await tx
      .insert(notifications)
      .values(rowOf(uuidV7(now), notification))
      .returning();
    if (!row) throw new Error(`The notification ${type} was not written`);
    tellOpenTabs(tx, deps, user, row);
    return row.id;
  });
}

const kindOf = (type: NewNotification['type']) => type.split('.')[0] as NotificationKind;

/** To confirmed addresses only: another one may be a stranger's. */
async function mailNotification(tx: Tx, deps: Means, user: UserRow, { title, description, url }: NewNotification) {
  if (!user.emailVerifiedAt) return;
  const { language, firstname } = user;
  const { publicUrl } = deps.config;
  await sendMail(tx, deps, {
    to: user.email,
    language,
    template: notificationMail,
    data: {
      firstname,
      title: title[language],
      description: description[language],
      url: `${publicUrl}${url ?? '/notifications'}`,
      settingsUrl: `${publicUrl}/settings/notifications`,
    },
  });
}

/** What Laravel broadcasts of a notification: its data with id and type; in the member's own language. */
function tellOpenTabs(tx: Tx, { broadcaster }: Means, user: UserRow, row: NotificationRow) {
  const { id, type, data } = showNotification(row, user.language);
  broadcast(tx, broadcaster, {
    channels: [channelOfUser(user.id)],
    event: realtimeNames.events.notification,
    data: { ...data, id, type },
  });
}

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
