/** Sessions, and the tables that the gate reads with them. Constraints enforce docs/product/session.md. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ghostReason } from '../contract/ghost';
import { fits } from '../database/lengths';
import { users } from './members.tables';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const ownerId = (name: string) =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
/** SHA-256 or HMAC-SHA256 in hex. Secrets themselves are never stored. */
const digest = (name: string) => text(name);

export const authSessions = pgTable(
  'auth_sessions',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id'),
    /** Time of the login. Refreshes do not change it. */
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    deviceName: text('device_name').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The browser, as long as it is one of the account's known devices. */
    knownDeviceId: uuid('known_device_id').references((): AnyPgColumn => knownDevices.id, { onDelete: 'set null' }),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  (t) => [
    index('auth_sessions_user_id_index').on(t.userId),
    index('auth_sessions_known_device_id_index').on(t.knownDeviceId),
    check(
      'auth_sessions_one_day',
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '24 hours'`,
    ),
    check('auth_sessions_revoked_reason', sql`(${t.revokedAt} is null) = (${t.revokedReason} is null)`),
  ],
);

export const accessTokens = pgTable(
  'access_tokens',
  {
    tokenHash: digest('token_hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('access_tokens_session_id_index').on(t.sessionId),
    check('access_tokens_lifetime', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);

export const knownDevices = pgTable(
  'known_devices',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id'),
    tokenHash: digest('token_hash').notNull().unique(),
    /** Consecutive wrong passwords from this browser. They are counted apart from those of the account. */
    failures: integer('failures').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [index('known_devices_user_id_index').on(t.userId)],
);

/**
 * Sessions of staff in a member's area. These records outlive the accounts, so they refer to both by number. Triggers
 * keep them unchanged.
 */
export const ghostSessions = pgTable(
  'ghost_sessions',
  {
    /** The id of its row in `auth_sessions`. When that row is revoked, a trigger records it here. */
    id: uuid('id').primaryKey(),
    actorId: integer('actor_id').notNull(),
    userId: integer('user_id').notNull(),
    /** The name that the member was shown. */
    actorName: text('actor_name').notNull(),
    /** The reason in the words of the staff. */
    reason: text('reason').notNull(),
    ticketId: integer('ticket_id'),
    readOnly: boolean('read_only').notNull(),
    startedAt: instant('started_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Null if the session expired. */
    endedAt: instant('ended_at'),
    endedReason: text('ended_reason'),
  },
  (t) => [
    index('ghost_sessions_user_id_index').on(t.userId, t.startedAt),
    check('ghost_sessions_reason', fits(t.reason, ghostReason)),
    check('ghost_sessions_not_oneself', sql`${t.actorId} <> ${t.userId}`),
    check(
      'ghost_sessions_half_an_hour',
      sql`${t.expiresAt} > ${t.startedAt} and ${t.expiresAt} <= ${t.startedAt} + interval '30 minutes'`,
    ),
    check('ghost_sessions_ended_reason', sql`(${t.endedAt} is null) = (${t.endedReason} is null)`),
  ],
);
