import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { ledgerEntries } from '../../ledger/ledger.tables';
import { currency, instant, label, minorUnits } from '../columns';
import { walletOrders } from '../orders/orders.tables';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';

/** Every single transfer of the bank's statements; overlapping files hold it once. */
export const walletBankTransfers = pgTable(
  'wallet_bank_transfers',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Of the club. */
    accountIban: text().notNull(),
    /** The bank's own reference of the entry (`AcctSvcrRef`). */
    bankReference: text().notNull(),
    /** Within a batched or split entry, from 1. */
    part: integer().notNull(),
    /** Positive: the club gains. */
    amount: minorUnits().notNull(),
    currency: currency(),
    bookedOn: date({ mode: 'string' }).notNull(),
    remittance: text().notNull(),
    endToEndId: text(),
    partyName: text(),
    partyIban: text(),
    /** What was made of it. */
    outcome: text().notNull(),
    orderLabel: label().references(() => walletOrders.label, { onDelete: 'restrict' }),
    withdrawalLabel: label().references(() => walletWithdrawals.label, { onDelete: 'restrict' }),
    entryId: bigint({ mode: 'number' }).references(() => ledgerEntries.id, { onDelete: 'restrict' }),
    importedAt: instant().notNull(),
  },
  (t) => [
    unique('wallet_bank_transfers_once').on(t.accountIban, t.bankReference, t.part),
    check('wallet_bank_transfers_amount', sql`${t.amount} <> 0`),
    check(
      'wallet_bank_transfers_outcome',
      sql`${t.outcome} in ('credited', 'unmatched', 'assigned', 'payout', 'return', 'reversal', 'other')`,
    ),
    index('wallet_bank_transfers_unmatched').on(t.id).where(sql`${t.outcome} = 'unmatched'`),
  ],
);
