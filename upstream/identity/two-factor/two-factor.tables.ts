/** Second factors that are being set up; one that is on stands with its member. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authSessions, users } from '../identity.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** One a member: a new one replaces it. */
export const twoFactorSetups = pgTable(
  'two_factor_setups',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that began it, and that alone sees the secret. */
    sessionId: uuid()
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    /** Sealed as it will be with the member. */
    secret: text().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('two_factor_setups_session_id_index').on(t.sessionId),
    check('two_factor_setups_attempts', sql`${t.attempts} between 0 and 5`),
    check('two_factor_setups_lifetime', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);
