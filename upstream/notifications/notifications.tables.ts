/** What members are told, and by which way each of them wants to be told. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/identity.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
const ownerId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
type InBothLanguages = { en: string; de: string };

export const notifications = pgTable(
  'notifications',
  {
    /** UUIDv7 of `createdAt`: the order of ids is that of time. */
    id: uuid().primaryKey(),
    userId: ownerId(),
    type: text().notNull(),
    title: jsonb().$type<InBothLanguages>().notNull(),
    description: jsonb().$type<InBothLanguages>().notNull(),
    iconClass: text().notNull(),
    status: text().notNull(),
    url: text(),
    readAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    // A page is read off one of these from its end, and a count never looks at the other kind.
    index('notifications_unread').on(t.userId, t.id).where(sql`${t.readAt} is null`),
    index('notifications_read').on(t.userId, t.id).where(sql`${t.readAt} is not null`),
    index('notifications_to_tidy').on(t.createdAt).where(sql`${t.readAt} is not null`),
    check('notifications_url', sql`${t.url} like '/%' and ${t.url} not like '//%'`),
  ],
);

/** A row only where the member chose; without one the defaults of `preferences.ts` hold. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: ownerId(),
    /** The part of a notification's type before its dot. */
    kind: text().notNull(),
    channel: text({ enum: ['site', 'mail'] }).notNull(),
    wanted: boolean().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.channel] }),
    check('notification_preferences_channel', sql`${t.channel} in ('site', 'mail')`),
  ],
);
