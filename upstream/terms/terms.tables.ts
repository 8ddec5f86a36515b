/** All versions of the terms, and which versions each member accepted. */
import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from '../members/members.tables';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const identity = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();
const ownerId = (name: string) =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const terms = pgTable(
  'terms',
  {
    id: identity('id'),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    name: jsonb('name').$type<{ en: string; de: string }>().notNull(),
    text: jsonb('text').$type<{ en: string; de: string }>().notNull(),
    required: boolean('required').notNull(),
    effectiveAt: instant('effective_at').notNull(),
  },
  (t) => [unique('terms_slug_version').on(t.slug, t.version), check('terms_version', sql`${t.version} > 0`)],
);

export const termAcceptances = pgTable(
  'term_acceptances',
  {
    userId: ownerId('user_id'),
    termsId: integer('terms_id')
      .notNull()
      .references(() => terms.id, { onDelete: 'restrict' }),
    acceptedAt: instant('accepted_at').notNull(),
    ipAddress: text('ip_address'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.termsId] })],
);
