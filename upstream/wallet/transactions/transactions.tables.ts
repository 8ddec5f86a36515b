import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { currency, instant, label, minorUnits } from '../../database/columns';
import { ledgerEntries, ledgerPostings } from '../../ledger/ledger.tables';
import { users } from '../../members/members.tables';

/**
 * The ledger as a member sees it: one row for each posting of the available money, under the same dense position. A
 * trigger refuses a row that differs from its posting, and every change except that of the status.
 */
export const walletTransactions = pgTable(
  'wallet_transactions',
  {
    accountId: integer().notNull(),
    /** Begins at 1 and has no gaps; the newest row has the highest. */
    position: bigint({ mode: 'number' }).notNull(),
    label: label().notNull().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    entryId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerEntries.id, { onDelete: 'restrict' }),
    type: text().notNull(),
    status: text().notNull(),
    /** Positive when the member gains. */
    amount: minorUnits().notNull(),
    /** Part of the amount that the club kept. */
    fee: minorUnits().notNull().default(sql`0`),
    currency: currency(),
    balanceAfter: minorUnits().notNull(),
    /**
     * The sum of all transactions of this type and direction up to this one, without sign. A trigger keeps it, so that
     * the sum of any period is the difference of two rows.
     */
    typeTotal: minorUnits().notNull().default(sql`0`),
    /** Words of the staff. Without a note the description follows from type and reference. */
    note: text(),
    referenceKind: text(),
    referenceLabel: text(),
    /** Never before that of the previous position. */
    bookedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.position] }),
    foreignKey({
      columns: [t.accountId, t.position],
      foreignColumns: [ledgerPostings.accountId, ledgerPostings.position],
    }).onDelete('restrict'),
    check(
      'wallet_transactions_type',
      sql`${t.type} in ('deposit', 'withdrawal', 'withdrawal_fee', 'withdrawal_refund', 'plant_purchase', 'harvest_payout', 'commission', 'commission_reversal', 'refund', 'bonus', 'adjustment', 'event_ticket')`,
    ),
    check('wallet_transactions_status', sql`${t.status} in ('pending', 'completed', 'reversed', 'failed')`),
    check('wallet_transactions_reference', sql`(${t.referenceKind} is null) = (${t.referenceLabel} is null)`),
    index('wallet_transactions_reference').on(t.referenceLabel, t.accountId),
    // The columns of equality filters lead, so that each filter reads exactly its rows in the order of the list. The
    // amount is last because the planner uses an index-only scan only if the index has the column that its expressions
    // use.
    index('wallet_transactions_in_order').on(
      t.accountId,
      t.type,
      t.status,
      sql`(${t.amount} > 0)`,
      t.position,
      t.amount,
    ),
    index('wallet_transactions_by_amount').on(
      t.accountId,
      t.type,
      t.status,
      sql`(${t.amount} > 0)`,
      sql`abs(${t.amount})`,
      t.position,
      t.amount,
    ),
    index('wallet_transactions_entry').on(t.entryId),
    index('wallet_transactions_over_time').on(t.accountId, t.bookedAt, t.position),
  ],
);

/** The beginnings of each word in a note, so that a search finds its rows in the order of the list. */
export const walletNoteWords = pgTable(
  'wallet_note_words',
  {
    accountId: integer().notNull(),
    /** Without accents and capitals. */
    beginning: text().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.beginning, t.position] }),
    foreignKey({
      columns: [t.accountId, t.position],
      foreignColumns: [walletTransactions.accountId, walletTransactions.position],
    }).onDelete('restrict'),
  ],
);
