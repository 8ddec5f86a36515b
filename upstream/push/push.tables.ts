import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { PushToken } from '../contract/push';
import { fits } from '../database/lengths';
import { users } from '../members/members.tables';
import { authSessions } from '../members/sessions.tables';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Phones that receive push messages. A token belongs to the session that registered it last; see push-tokens.ts. */
export const pushTokens = pgTable(
  'push_tokens',
  {
    token: text('token').primaryKey(),
    /** The id that pages use. The token itself is never shown. */
    id: uuid('id').notNull().unique().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [
    index('push_tokens_user_id_index').on(t.userId),
    index('push_tokens_session_id_index').on(t.sessionId),
    check('push_tokens_token', sql`${t.token} ~ '^[A-Za-z0-9_:.-]+$' and ${fits(t.token, PushToken)}`),
  ],
);
