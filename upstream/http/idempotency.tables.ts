import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Answers to calls that move money, kept 24 hours so that a repeated call gets the same one. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Of the member. The users' table is another module's: the wallet's list of personal data takes a member's rows along. */
    userId: integer().notNull(),
    key: text().notNull(),
    /** The call and what was asked, hashed. */
    requestHash: text().notNull(),
    status: integer().notNull(),
    body: jsonb().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created_at').on(t.createdAt)],
);
