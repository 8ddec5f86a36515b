import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { NewWithdrawAccount } from '../../contract/withdraw-accounts';
import { instant } from '../../database/columns';
import { fits } from '../../database/lengths';
import { users } from '../../members/members.tables';

/** The accounts that a member's withdrawals go to. A deleted account stays for its past withdrawals. */
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
    /** The holder is not the member, so support has to check the account. */
    isDisabled: boolean().notNull().default(false),
    /** The member's name when staff confirmed the account. The confirmation counts while the member has this name. */
    enabledFor: text(),
    /** When the waiting time ends. */
    usableAt: instant().notNull(),
    isDefault: boolean().notNull().default(false),
    lastUsedAt: instant(),
    createdAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [
    check('wallet_withdraw_accounts_type', sql`${t.type} = 'sepa'`),
    check('wallet_withdraw_accounts_iban', sql`${t.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check('wallet_withdraw_accounts_name', fits(t.name, NewWithdrawAccount.shape.name)),
    uniqueIndex('wallet_withdraw_accounts_once').on(t.userId, t.iban).where(sql`${t.deletedAt} is null`),
    uniqueIndex('wallet_withdraw_accounts_default').on(t.userId).where(sql`${t.isDefault} and ${t.deletedAt} is null`),
  ],
);
