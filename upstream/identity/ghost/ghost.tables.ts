/**
 * Staff in a member's area: the links that let them in, their sessions, and what they looked at. Sessions and requests
 * are a record that outlives the accounts, so they name both by number; triggers keep them as they were written.
 */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
const accountId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What staff ask for, and the member is shown. */
const purpose = {
  /** Why, in the staff's own words; 10 to 500 characters. */
  reason: text().notNull(),
  ticketId: integer(),
  readOnly: boolean().notNull(),
};

export const ghostLinks = pgTable(
  'ghost_links',
  {
    /** SHA-256, hex. */
    tokenHash: text().primaryKey(),
    actorId: accountId(),
    userId: accountId(),
    ...purpose,
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [check('ghost_links_reason', sql`char_length(${t.reason}) between 10 and 500`)],
);

export const ghostSessions = pgTable(
  'ghost_sessions',
  {
    /** Of its row in `auth_sessions`; when that one is revoked, a trigger notes it here. */
    id: uuid().primaryKey(),
    actorId: integer().notNull(),
    userId: integer().notNull(),
    /** As the member was told. */
    actorName: text().notNull(),
    ...purpose,
    startedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Null where it ended by itself. */
    endedAt: instant(),
    endedReason: text(),
  },
  (t) => [
    index('ghost_sessions_user_id_index').on(t.userId, t.startedAt),
    check('ghost_sessions_reason', sql`char_length(${t.reason}) between 10 and 500`),
    check('ghost_sessions_not_oneself', sql`${t.actorId} <> ${t.userId}`),
    check(
      'ghost_sessions_half_an_hour',
      sql`${t.expiresAt} > ${t.startedAt} and ${t.expiresAt} <= ${t.startedAt} + interval '30 minutes'`,
    ),
    check('ghost_sessions_ended_reason', sql`(${t.endedAt} is null) = (${t.endedReason} is null)`),
  ],
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
    /** As the contract writes it, `/user/devices/{id}`: no token of an address gets here. */
    path: text().notNull(),
    /** The path of the web app that it was for; null where the API was called past it. */
    page: text(),
    outcome: text({ enum: ['read', 'write', 'refused'] }).notNull(),
    requestId: text().notNull(),
  },
  (t) => [
    index('ghost_requests_session_id_index').on(t.sessionId, t.id),
    check('ghost_requests_outcome', sql`${t.outcome} in ('read', 'write', 'refused')`),
    check('ghost_requests_page', sql`${t.page} like '/%' and char_length(${t.page}) <= 300`),
  ],
);
