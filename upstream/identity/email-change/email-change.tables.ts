/** Changes of a member's e-mail address: requested, confirmed by a code, and revertible for a week. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { Email } from '../../contract/identity';
import { longest } from '../../database/lengths';
import { users } from '../../members/members.tables';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/**
 * While a change can be reverted, a trigger on `users` reserves the old address for the member: nobody else can
 * register it or change to it (`users_email_reserved`).
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** HMAC-SHA256 of the last mailed code. If another member has the address, nobody received the code. */
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The number of requested mails to the new address. */
    mails: integer('mails').notNull().default(1),
    mailedAt: instant('mailed_at').notNull(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** Canceled or replaced before it was confirmed. */
    endedAt: instant('ended_at'),
    /** SHA-256 of the token in the notice to the old address, or null if that address was never confirmed. */
    revertTokenHash: text('revert_token_hash').unique(),
    revertExpiresAt: instant('revert_expires_at'),
    revertedAt: instant('reverted_at'),
    /** Set when the revert of an earlier change undid this one. */
    overtakenAt: instant('overtaken_at'),
  },
  (t) => [
    uniqueIndex('email_changes_one_pending').on(t.userId).where(sql`${t.confirmedAt} is null and ${t.endedAt} is null`),
    index('email_changes_new_email').on(t.newEmail, t.createdAt),
    index('email_changes_old_email').on(t.oldEmail).where(sql`${t.revertTokenHash} is not null`),
    check(
      'email_changes_addresses',
      sql`${t.newEmail} = lower(${t.newEmail}) and char_length(${t.newEmail}) <= ${longest(Email)} and ${t.newEmail} <> ${t.oldEmail}`,
    ),
    check('email_changes_attempts', sql`${t.attempts} between 0 and 5 and ${t.mails} between 1 and 5`),
    check('email_changes_one_end', sql`${t.confirmedAt} is null or ${t.endedAt} is null`),
    check(
      'email_changes_revert_week',
      sql`(${t.revertTokenHash} is null) = (${t.revertExpiresAt} is null) and (${t.revertTokenHash} is null
        or (${t.confirmedAt} is not null and ${t.revertExpiresAt} <= ${t.confirmedAt} + interval '7 days'))`,
    ),
    check(
      'email_changes_reverted_once',
      sql`(${t.revertedAt} is null or ${t.revertTokenHash} is not null) and (${t.revertedAt} is null or ${t.overtakenAt} is null)`,
    ),
  ],
);
