import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns';
import { users } from '../../members/members.tables';

/** The private calendar of a member. */
export const appointmentFeeds = pgTable(
  'appointment_feeds',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    /** The token, sealed, so that the page can show the address again. */
    sealedToken: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [unique('appointment_feeds_token').on(t.tokenHash)],
);
