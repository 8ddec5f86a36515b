import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, currency, instant, label, minorUnits } from '../../database/columns';
import { users } from '../../members/members.tables';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';

/** Withdrawals that are not confirmed yet. A mailed code confirms one. Nothing is held. */
export const walletWithdrawalDrafts = pgTable('wallet_withdrawal_drafts', {
  id: uuid().primaryKey(),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  withdrawAccountId: integer()
    .notNull()
    .references(() => walletWithdrawAccounts.id, { onDelete: 'restrict' }),
  amount: minorUnits().notNull(),
  fee: minorUnits().notNull(),
  currency: currency(),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
});

/** Payout files as they were exported. */
export const walletPayoutFiles = pgTable('wallet_payout_files', {
  /** The message id of the file. */
  id: text().primaryKey(),
  createdAt: instant().notNull(),
  /** The staff member who exported it. */
  createdBy: integer().references(() => users.id, { onDelete: 'restrict' }),
  transfers: integer().notNull(),
  total: minorUnits().notNull(),
  xml: text().notNull(),
});

/** The states and their order: docs/product/wallet.md#withdrawal. A trigger refuses every other step. */
export const walletWithdrawals = pgTable(
  'wallet_withdrawals',
  {
    label: label().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    /** One draft makes one withdrawal, however often it is sent. */
    draftId: uuid().notNull().unique(),
    withdrawAccountId: integer()
      .notNull()
      .references(() => walletWithdrawAccounts.id, { onDelete: 'restrict' }),
    /** What leaves the balance. The bank pays the amount less the fee. */
    amount: minorUnits().notNull(),
    fee: minorUnits().notNull(),
    currency: currency(),
    status: text().notNull(),
    /** The transaction of the hold. A trigger compares both. */
    transactionLabel: label().notNull().unique(),
    requestedAt: instant().notNull(),
    /** The day by which it should be with the member's bank. */
    estimatedOn: date({ mode: 'string' }).notNull(),
    completedAt: instant(),
    /**
     * From this amount on, two different staff members approve and export. It is the configured amount at the request.
     */
    fourEyesFrom: minorUnits().notNull(),
    approvedBy: integer().references(() => users.id, { onDelete: 'restrict' }),
    payoutFileId: text().references(() => walletPayoutFiles.id, { onDelete: 'restrict' }),
    /** The reference of the bank. */
    externalReference: text(),
    /** Why staff rejected it, or why the bank refused or returned it, in their words. */
    failureReason: text(),
    /** SHA-256 of the token in the mailed cancel link. */
    cancelTokenHash: bytes().notNull(),
  },
  (t) => [
    check(
      'wallet_withdrawals_status',
      sql`${t.status} in ('pending', 'approved', 'processing', 'completed', 'canceled', 'rejected', 'failed', 'returned')`,
    ),
    check('wallet_withdrawals_amount', sql`${t.amount} > ${t.fee} and ${t.fee} >= 0`),
    check(
      'wallet_withdrawals_approved',
      sql`${t.approvedBy} <> ${t.userId} and (${t.approvedBy} is not null or ${t.status} in ('pending', 'canceled', 'rejected'))`,
    ),
    check(
      'wallet_withdrawals_exported',
      sql`(${t.payoutFileId} is not null) = (${t.status} in ('processing', 'completed', 'failed', 'returned'))`,
    ),
    uniqueIndex('wallet_withdrawals_cancel_token').on(t.cancelTokenHash),
    index('wallet_withdrawals_of_member').on(t.userId, t.requestedAt.desc(), t.label),
    index('wallet_withdrawals_open_of_member')
      .on(t.userId, t.requestedAt.desc(), t.label)
      .where(sql`${t.status} in ('pending', 'approved', 'processing')`),
    index('wallet_withdrawals_open')
      .on(t.status, t.requestedAt)
      .where(sql`${t.status} in ('pending', 'approved', 'processing')`),
  ],
);

/** The history of a withdrawal's states, and who changed them. */
export const walletWithdrawalSteps = pgTable(
  'wallet_withdrawal_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    withdrawalLabel: label()
      .notNull()
      .references(() => walletWithdrawals.label, { onDelete: 'restrict' }),
    status: text().notNull(),
    at: instant().notNull(),
    note: text(),
    /** The staff member; null for the member and the system. */
    staffId: integer().references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [index('wallet_withdrawal_steps_withdrawal').on(t.withdrawalLabel, t.id)],
);
