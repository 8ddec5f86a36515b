/** Staff at the command line: the tokens that prove who acts, and the proposals that wait for a second person. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../../members/members.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

export const staffTokens = pgTable(
  'staff_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256, hex. */
    tokenHash: text().notNull().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    revokedAt: instant(),
  },
  (t) => [
    index('staff_tokens_user_id_index').on(t.userId),
    check(
      'staff_tokens_eight_hours',
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '8 hours'`,
    ),
  ],
);

/**
 * Proposals of one member of staff that another one has to confirm. A trigger keeps the proposed content unchanged and
 * closed proposals closed.
 */
export const staffProposals = pgTable(
  'staff_proposals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The command as it is typed, such as `orders refund`. */
    kind: text().notNull(),
    /** What the act concerns, such as a label. Only one proposal for each kind and subject is open at a time. */
    subject: text().notNull(),
    /** The act in one line for people. */
    summary: text().notNull(),
    /** The command's input. A colleague confirms exactly this input. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of `payload`, hex. */
    digest: text().notNull(),
    reason: text().notNull(),
    proposedBy: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    proposedAt: instant().notNull(),
    confirmedBy: integer().references(() => users.id, { onDelete: 'restrict' }),
    confirmedAt: instant(),
    withdrawnBy: integer().references(() => users.id, { onDelete: 'restrict' }),
    withdrawnAt: instant(),
  },
  (t) => [
    check('staff_proposals_two_people', sql`${t.confirmedBy} <> ${t.proposedBy}`),
    check('staff_proposals_confirmed', sql`(${t.confirmedBy} is null) = (${t.confirmedAt} is null)`),
    check('staff_proposals_withdrawn', sql`(${t.withdrawnBy} is null) = (${t.withdrawnAt} is null)`),
    check('staff_proposals_closed_once', sql`${t.confirmedAt} is null or ${t.withdrawnAt} is null`),
    uniqueIndex('staff_proposals_open')
      .on(t.kind, t.subject)
      .where(sql`${t.confirmedAt} is null and ${t.withdrawnAt} is null`),
  ],
);
