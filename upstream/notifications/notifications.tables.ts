/** Members' notifications and their notification settings. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { choosableKinds, digests, notificationChannels } from '../contract/notification-settings';
import { users } from '../members/members.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
const ownerId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
type InBothLanguages = { en: string; de: string };

const isPath = (url: AnyPgColumn) => sql`${url} like '/%' and ${url} not like '//%'`;
const lastMinute = '1439';
const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

export const notifications = pgTable(
  'notifications',
  {
    /** UUIDv7 of `createdAt`, so that ids sort by time. */
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
    // A page is read from the end of one of these indexes.
    index('notifications_unread').on(t.userId, t.id).where(sql`${t.readAt} is null`),
    index('notifications_read').on(t.userId, t.id).where(sql`${t.readAt} is not null`),
    index('notifications_to_tidy').on(t.createdAt).where(sql`${t.readAt} is not null`),
    check('notifications_url', isPath(t.url)),
  ],
);

/**
 * The numbers of a member's notifications are the sums of the member's rows here. Triggers write the rows. They merge
 * rows that no other transaction writes, so that transactions about the same member never wait for each other.
 */
export const notificationCounts = pgTable(
  'notification_counts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    unread: integer().notNull(),
    read: integer().notNull(),
  },
  (t) => [index('notification_counts_of_member').on(t.userId)],
);

/**
 * Holds a row only for what the member chose; otherwise the defaults of `preferences.ts` apply. There are no rows about
 * security, because nobody can switch that off.
 */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: ownerId(),
    /** The part of a notification's type before the dot. */
    kind: text({ enum: choosableKinds }).notNull(),
    channel: text({ enum: notificationChannels }).notNull(),
    wanted: boolean().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.channel] }),
    check('notification_preferences_kind', oneOf(t.kind, choosableKinds)),
    check('notification_preferences_channel', oneOf(t.channel, notificationChannels)),
  ],
);

/** When mail about notifications comes. Holds a row only if the member chose. */
export const notificationTimes = pgTable(
  'notification_times',
  {
    userId: ownerId().primaryKey(),
    /** Minutes after midnight by the member's clock. The quiet hours end at `quietTo`. Both or neither. */
    quietFrom: smallint(),
    quietTo: smallint(),
    digest: text({ enum: digests }).notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    check('notification_times_both', sql`(${t.quietFrom} is null) = (${t.quietTo} is null)`),
    check('notification_times_differ', sql`${t.quietFrom} <> ${t.quietTo}`),
    check(
      'notification_times_of_day',
      sql`${t.quietFrom} between 0 and ${sql.raw(lastMinute)} and ${t.quietTo} between 0 and ${sql.raw(lastMinute)}`,
    ),
    check('notification_times_digest', oneOf(t.digest, digests)),
  ],
);

/** Mail for later: after the quiet hours, or gathered. Rows are deleted when the mail is sent. */
export const waitingMails = pgTable(
  'waiting_mails',
  {
    /** UUIDv7 of the time of the notification. */
    id: uuid().primaryKey(),
    userId: ownerId(),
    kind: text({ enum: choosableKinds }).notNull(),
    title: jsonb().$type<InBothLanguages>().notNull(),
    description: jsonb().$type<InBothLanguages>().notNull(),
    url: text(),
    dueAt: instant().notNull(),
  },
  (t) => [
    index('waiting_mails_due').on(t.dueAt),
    index('waiting_mails_of_user').on(t.userId),
    check('waiting_mails_kind', oneOf(t.kind, choosableKinds)),
    check('waiting_mails_url', isPath(t.url)),
  ],
);
