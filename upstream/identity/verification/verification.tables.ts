/** Mailed codes of the verification step. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../../members/members.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** One row for each thing to confirm. A new request replaces the code that was mailed before. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    action: text().notNull(),
    /** SHA-256 in hex. */
    contextHash: text().notNull(),
    /** HMAC-SHA256 in hex of member, action, context and code. */
    codeHash: text().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.action, t.contextHash] }),
    check('verification_codes_attempts', sql`${t.attempts} between 0 and 5`),
    check('verification_codes_lifetime', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);
