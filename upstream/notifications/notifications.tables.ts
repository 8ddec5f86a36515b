/** What members are told, and by which way each of them wants to be told. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import { users } from '../identity/identity.tables';

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
    check('notifications_url', isPath(t.url)),
  ],
);

/**
 * A row only where the member chose; without one the defaults of `preferences.ts` hold. There is no row about security:
 * nobody switches that off.
 */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: ownerId(),
    /** The part of a notification's type before its dot. */
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

/** When mail about all this comes; a row only where the member chose. */
export const notificationTimes = pgTable(
  'notification_times',
  {
    userId: ownerId().primaryKey(),
    /** Minutes after midnight by the member's clock; the end is no longer quiet. Both or neither. */
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

/** What is to be mailed later: after the quiet hours, or gathered with others. Sent is gone. */
export const waitingMails = pgTable(
  'waiting_mails',
  {
    /** UUIDv7 of when it was told. */
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
