import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Mail } from './mail';

/** Mails that a demo or development server keeps instead of sending them. */
export const mailbox = pgTable(
  'mailbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The job that delivered it. It is unique, so that a repeated job delivers once. */
    jobId: uuid().notNull().unique(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    links: jsonb().$type<string[]>().notNull(),
    attachments: jsonb().$type<NonNullable<Mail['attachments']>>().notNull().default([]),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [index('mailbox_to_id').on(table.to, table.id.desc())],
);
