import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../../identity/identity.tables';
import { instant } from '../columns';

/** Where a member's withdrawals go; a deleted one stays for the withdrawals that went there. */
export const walletWithdrawAccounts = pgTable(
  'wallet_withdraw_accounts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    type: text().notNull().default('sepa'),
    name: text().notNull(),
    holder: text().notNull(),
    /** Without spaces. */
    iban: text().notNull(),
    bic: text(),
    bankName: text(),
    /** The holder is not the member: the support has to look at it. */
    isDisabled: boolean().notNull().default(false),
    /** When the cool-down is over. */
    usableAt: instant().notNull(),
    isDefault: boolean().notNull().default(false),
    lastUsedAt: instant(),
    createdAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [
    check('wallet_withdraw_accounts_type', sql`${t.type} = 'sepa'`),
    check('wallet_withdraw_accounts_iban', sql`${t.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check('wallet_withdraw_accounts_name', sql`char_length(${t.name}) between 1 and 40`),
    uniqueIndex('wallet_withdraw_accounts_once').on(t.userId, t.iban).where(sql`${t.deletedAt} is null`),
    uniqueIndex('wallet_withdraw_accounts_default').on(t.userId).where(sql`${t.isDefault} and ${t.deletedAt} is null`),
  ],
);
