import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { currency, instant, label, minorUnits } from '../../database/columns';
import { ledgerEntries } from '../../ledger/ledger.tables';
import { users } from '../../members/members.tables';
import { walletOrders } from '../orders/orders.tables';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';

/** Each transfer of the bank account once, however many statements list it. */
export const walletBankTransfers = pgTable(
  'wallet_bank_transfers',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The IBAN of the club. */
    accountIban: text().notNull(),
    /** The bank's own reference of the entry (`AcctSvcrRef`), if there is one. */
    bankReference: text(),
    /**
     * Digest of what the bank says about the transfer, see `facts.ts`. An older transfer without a digest has its
     * reference here.
     */
    facts: text().notNull(),
    /** The number among equal transfers of its day, from 1. */
    occurrence: integer().notNull(),
    /** Positive when the club gains. */
    amount: minorUnits().notNull(),
    currency: currency(),
    bookedOn: date({ mode: 'string' }).notNull(),
    remittance: text().notNull(),
    endToEndId: text(),
    partyName: text(),
    partyIban: text(),
    /** What the transfer was booked as. */
    outcome: text().notNull(),
    /** Why it waits for staff: it contradicts what is known, or it is money of the person who imported it. */
    reason: text(),
    orderLabel: label().references(() => walletOrders.label, { onDelete: 'restrict' }),
    withdrawalLabel: label().references(() => walletWithdrawals.label, { onDelete: 'restrict' }),
    entryId: bigint({ mode: 'number' }).references(() => ledgerEntries.id, { onDelete: 'restrict' }),
    importedAt: instant().notNull(),
  },
  (t) => [
    unique('wallet_bank_transfers_once').on(t.accountIban, t.facts, t.occurrence),
    index('wallet_bank_transfers_day').on(t.accountIban, t.bookedOn),
    index('wallet_bank_transfers_reference').on(t.accountIban, t.bankReference),
    check('wallet_bank_transfers_amount', sql`${t.amount} <> 0`),
    check(
      'wallet_bank_transfers_outcome',
      sql`${t.outcome} in ('credited', 'unmatched', 'assigned', 'payout', 'return', 'reversal', 'other', 'duplicate')`,
    ),
    index('wallet_bank_transfers_unmatched').on(t.id).where(sql`${t.outcome} = 'unmatched'`),
  ],
);

/** What a statement says about a transfer. */
export interface LineContent {
  bankReference: string | null;
  remittance: string;
  endToEndId: string | null;
  partyName: string | null;
  partyIban: string | null;
  isReversal: boolean;
  returnReason: string | null;
  batchId: string | null;
  isCharge: boolean;
  isUnclear: boolean;
  isBare: boolean;
  entry: number;
}

/** The imported statements. The same one again adds nothing. */
export const walletBankStatements = pgTable(
  'wallet_bank_statements',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountIban: text().notNull(),
    /** The bank's name for it, and when the bank wrote it, in the bank's own words. */
    name: text(),
    writtenAt: text(),
    /** Digest of name, time, balances and transfers, however they are written. */
    digest: text().notNull(),
    /** Balances before and after; null if the bank gave none that agree with the entries. */
    opening: minorUnits(),
    closing: minorUnits(),
    /** The last day of the statement; null if it has no days. */
    lastDay: date({ mode: 'string' }),
    importedAt: instant().notNull(),
  },
  (t) => [
    unique('wallet_bank_statements_once').on(t.accountIban, t.digest),
    check('wallet_bank_statements_balances', sql`(${t.opening} is null) = (${t.closing} is null)`),
  ],
);

/** What a statement says about one transfer. */
export const walletBankLines = pgTable(
  'wallet_bank_lines',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    statementId: bigint({ mode: 'number' })
      .notNull()
      .references(() => walletBankStatements.id, { onDelete: 'restrict' }),
    accountIban: text().notNull(),
    bookedOn: date({ mode: 'string' }).notNull(),
    amount: minorUnits().notNull(),
    facts: text().notNull(),
    /** The bank's reference, if no other line of the statement has it. */
    reference: text(),
    content: jsonb().$type<LineContent>().notNull(),
    /** The balance before the first transfer of this day in the statement. */
    dayOpening: minorUnits(),
    /** The transfer that the line is about. */
    transferId: bigint({ mode: 'number' })
      .notNull()
      .references(() => walletBankTransfers.id, { onDelete: 'restrict' }),
    /** Neither balances nor references prove that it is this transfer and not an equal one. */
    isDoubtful: boolean().notNull().default(false),
  },
  (t) => [
    index('wallet_bank_lines_day').on(t.accountIban, t.bookedOn),
    index('wallet_bank_lines_reference').on(t.accountIban, t.reference),
    index('wallet_bank_lines_doubtful').on(t.id).where(sql`${t.isDoubtful}`),
  ],
);

/** Decisions of two staff members against the import, with the reason. */
export const walletBankOverrules = pgTable(
  'wallet_bank_overrules',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `own`: the line is its own transfer. `same`: the transfer is one that was known. */
    kind: text().notNull(),
    lineId: bigint({ mode: 'number' }).references(() => walletBankLines.id, { onDelete: 'restrict' }),
    transferId: bigint({ mode: 'number' })
      .notNull()
      .references(() => walletBankTransfers.id, { onDelete: 'restrict' }),
    sameAs: bigint({ mode: 'number' }).references(() => walletBankTransfers.id, { onDelete: 'restrict' }),
    reason: text().notNull(),
    proposedBy: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    confirmedBy: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    at: instant().notNull(),
  },
  (t) => [
    check('wallet_bank_overrules_four_eyes', sql`${t.proposedBy} <> ${t.confirmedBy}`),
    check('wallet_bank_overrules_reason', sql`char_length(btrim(${t.reason})) between 1 and 500`),
    check(
      'wallet_bank_overrules_kind',
      sql`case ${t.kind} when 'own' then ${t.lineId} is not null and ${t.sameAs} is null
        when 'same' then ${t.lineId} is null and ${t.sameAs} is not null and ${t.sameAs} <> ${t.transferId}
        else false end`,
    ),
    unique('wallet_bank_overrules_line').on(t.lineId),
  ],
);
