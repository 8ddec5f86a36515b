/**
 * Staff in a member's area: their links, and the requests in their sessions. Requests are records that outlive the
 * accounts, so they refer to both by number. Triggers keep them unchanged.
 */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ghostReason } from '../../contract/ghost';
import { fits, literal } from '../../database/lengths';
import { users } from '../../members/members.tables';
import { ghostSessions } from '../../members/sessions.tables';

/** Characters of the page's path that a request keeps. */
export const longestPage = 300;

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
const accountId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const ghostLinks = pgTable(
  'ghost_links',
  {
    /** SHA-256, hex. */
    tokenHash: text().primaryKey(),
    actorId: accountId(),
    userId: accountId(),
    /** The reason in the words of the staff. */
    reason: text().notNull(),
    ticketId: integer(),
    readOnly: boolean().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [check('ghost_links_reason', fits(t.reason, ghostReason))],
);

export const ghostRequests = pgTable(
  'ghost_requests',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: uuid()
      .notNull()
      .references(() => ghostSessions.id),
    actorId: integer().notNull(),
    userId: integer().notNull(),
    at: instant().notNull(),
    method: text().notNull(),
    /** In the notation of the contract, `/user/devices/{id}`, so that no token in an address is stored. */
    path: text().notNull(),
    /** The path of the web app's page that the call was for. Null if the API was called directly. */
    page: text(),
    outcome: text({ enum: ['read', 'write', 'refused'] }).notNull(),
    requestId: text().notNull(),
  },
  (t) => [
    index('ghost_requests_session_id_index').on(t.sessionId, t.id),
    check('ghost_requests_outcome', sql`${t.outcome} in ('read', 'write', 'refused')`),
    check('ghost_requests_page', sql`${t.page} like '/%' and char_length(${t.page}) <= ${literal(longestPage)}`),
  ],
);
