/** Commissions, what was set off, and kept sums. Triggers enforce each step and that the ledger has booked it. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { currency, instant, label, minorUnits } from '../../database/columns';
import { users } from '../../members/members.tables';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { walletTransactions } from '../../wallet/transactions/transactions.tables';

export type CommissionStatus = 'pending' | 'paid' | 'reversed';

const memberId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'restrict' });

export const affiliateCommissions = pgTable(
  'affiliate_commissions',
  {
    id: label().primaryKey(),
    /** Who earns it. */
    userId: memberId(),
    /** Who bought the plants. */
    buyerId: memberId(),
    level: integer().notNull(),
    orderLabel: label()
      .notNull()
      .references(() => walletOrders.label, { onDelete: 'restrict' }),
    /** Hundredths of a per cent. */
    rate: integer().notNull(),
    /** The price of the plants. */
    baseAmount: minorUnits().notNull(),
    amount: minorUnits().notNull(),
    currency: currency(),
    status: text().$type<CommissionStatus>().notNull(),
    createdAt: instant().notNull(),
    maturesAt: instant().notNull(),
    paidAt: instant(),
    /** What was deducted at the payment for commissions that had been reversed. */
    withheld: minorUnits().notNull().default(sql`0`),
    /** The transaction of `amount - withheld`; null if nothing was left. */
    transactionLabel: label()
      .unique()
      .references(() => walletTransactions.label, { onDelete: 'restrict' }),
    reversedAt: instant(),
    reason: text().$type<'refund' | 'left'>(),
    /** When the member's money followed the reversal, and the member was told. */
    settledAt: instant(),
    /** What the reversal took from the balance. */
    taken: minorUnits().notNull().default(sql`0`),
    /** What is still to be set off against the next commissions. */
    owed: minorUnits().notNull().default(sql`0`),
    /** The transaction of `taken`; null if nothing was taken. */
    reversalLabel: label()
      .unique()
      .references(() => walletTransactions.label, { onDelete: 'restrict' }),
  },
  (t) => [
    unique('affiliate_commissions_once').on(t.orderLabel, t.level),
    check('affiliate_commissions_status', sql`${t.status} in ('pending', 'paid', 'reversed')`),
    check('affiliate_commissions_level', sql`${t.level} between 1 and 3`),
    check('affiliate_commissions_not_own', sql`${t.userId} <> ${t.buyerId}`),
    check('affiliate_commissions_rate', sql`${t.rate} between 1 and 5000`),
    check('affiliate_commissions_base', sql`${t.baseAmount} between 1 and 1000000000000`),
    check(
      'affiliate_commissions_amount',
      sql`${t.amount} > 0 and ${t.amount} = ${t.baseAmount} * ${t.rate} / 10000 + (${t.baseAmount} * ${t.rate} % 10000 > 5000
        or ${t.baseAmount} * ${t.rate} % 10000 = 5000 and ${t.baseAmount} * ${t.rate} / 10000 % 2 = 1)::int`,
    ),
    check('affiliate_commissions_matures', sql`${t.maturesAt} > ${t.createdAt}`),
    check(
      'affiliate_commissions_paid',
      sql`(${t.status} <> 'pending' or ${t.paidAt} is null) and (${t.status} <> 'paid' or ${t.paidAt} is not null)
        and ${t.paidAt} >= ${t.maturesAt}`,
    ),
    check(
      'affiliate_commissions_withheld',
      sql`${t.withheld} between 0 and ${t.amount} and (${t.withheld} = 0 or ${t.paidAt} is not null)
        and (${t.transactionLabel} is not null) = (${t.paidAt} is not null and ${t.withheld} < ${t.amount})`,
    ),
    check(
      'affiliate_commissions_reversed',
      sql`(${t.status} = 'reversed') = (${t.reversedAt} is not null) and (${t.reversedAt} is null) = (${t.reason} is null)
        and (${t.reason} in ('refund', 'left')) and (${t.settledAt} is null or ${t.reversedAt} is not null)`,
    ),
    check(
      'affiliate_commissions_taken',
      sql`${t.taken} >= 0 and ${t.owed} >= 0 and ${t.taken} + ${t.owed} <= ${t.amount}
        and (${t.taken} + ${t.owed} = 0 or ${t.settledAt} is not null and ${t.paidAt} is not null)
        and (${t.reversalLabel} is not null) = (${t.taken} > 0)`,
    ),
    index('affiliate_commissions_of_member').on(t.userId, t.createdAt.desc(), t.id),
    index('affiliate_commissions_by_filter').on(t.userId, t.status, t.level, t.createdAt.desc(), t.id),
    index('affiliate_commissions_of_buyer').on(t.buyerId),
    index('affiliate_commissions_due').on(t.maturesAt).where(sql`${t.status} = 'pending'`),
    index('affiliate_commissions_unsettled')
      .on(t.userId)
      .where(sql`${t.status} = 'reversed' and ${t.settledAt} is null`),
    index('affiliate_commissions_owed').on(t.userId, t.reversedAt, t.id).where(sql`${t.owed} > 0`),
  ],
);

/** Which part of a payment repaid which commission that had been reversed. Append-only. */
export const affiliateSetOffs = pgTable(
  'affiliate_set_offs',
  {
    /** The commission that was paid less by the amount. */
    commissionId: label()
      .notNull()
      .references(() => affiliateCommissions.id, { onDelete: 'restrict' }),
    /** The commission that had been reversed. */
    reversedId: label()
      .notNull()
      .references(() => affiliateCommissions.id, { onDelete: 'restrict' }),
    amount: minorUnits().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.commissionId, t.reversedId] }),
    check('affiliate_set_offs_amount', sql`${t.amount} > 0 and ${t.commissionId} <> ${t.reversedId}`),
    index('affiliate_set_offs_of_reversed').on(t.reversedId),
  ],
);

/** Numbers and amounts of commissions. Those of a member are the sums of the rows, which a trigger adds and merges. */
export const affiliateCommissionSums = pgTable(
  'affiliate_commission_sums',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: memberId(),
    level: integer().notNull(),
    status: text().$type<CommissionStatus>().notNull(),
    commissions: integer().notNull(),
    amount: minorUnits().notNull(),
  },
  (t) => [index('affiliate_commission_sums_of_member').on(t.userId)],
);
