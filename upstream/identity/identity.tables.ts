/** What proves a member's identity, apart from sessions. Constraints enforce docs/product/session.md. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../members/members.tables';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const ownerId = (name: string) =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
/** SHA-256 or HMAC-SHA256 in hex. Secrets themselves are never stored. */
const digest = (name: string) => text(name);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ownerId('user_id'),
    codeHash: digest('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** One row for each member. A new request replaces the token that was mailed before. */
export const passwordResets = pgTable('password_resets', {
  userId: ownerId('user_id').primaryKey(),
  tokenHash: digest('token_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

export const twoFactorChallenges = pgTable(
  'two_factor_challenges',
  {
    tokenHash: digest('token_hash').primaryKey(),
    userId: ownerId('user_id'),
    deviceName: text('device_name'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('two_factor_challenges_user_id_index').on(t.userId),
    check('two_factor_challenges_attempts', sql`${t.attempts} between 0 and 5`),
  ],
);

export const signInTokens = pgTable(
  'sign_in_tokens',
  {
    tokenHash: digest('token_hash').primaryKey(),
    userId: ownerId('user_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('sign_in_tokens_user_id_index').on(t.userId)],
);

/** Consecutive wrong passwords for an address, with or without an account, because both must behave the same. */
export const loginFailures = pgTable(
  'login_failures',
  {
    emailHash: digest('email_hash').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: instant('last_at').notNull(),
    waitUntil: instant('wait_until').notNull(),
  },
  (t) => [check('login_failures_limit', sql`${t.failures} between 1 and 100`)],
);
