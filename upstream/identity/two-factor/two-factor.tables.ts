/** Set-ups of second factors. The member's row holds an enabled second factor. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../members/members.tables';
import { authSessions } from '../../members/sessions.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** One row for each member. A new set-up replaces it. */
export const twoFactorSetups = pgTable(
  'two_factor_setups',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that began the set-up. Only this session sees the secret. */
    sessionId: uuid()
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    /** Sealed as it will be in the member's row. */
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
