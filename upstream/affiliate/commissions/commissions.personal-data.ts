/** What commissions keep of a member. The export leaves out who bought the plants. */
import { tablePart } from '../../database/export-parts';
import { type PersonalData, withhold } from '../../database/personal-data';
import { affiliateCommissionSums, affiliateSetOffs, affiliateCommissions as c } from './commissions.tables';
import { lapsePending } from './settle';

const because = 'records of payments are kept by law';
const counted = 'it counts rows that are exported themselves';

export const commissionData: PersonalData = {
  exports: [
    tablePart({
      name: 'commissions',
      description: {
        en: 'Your commissions. Amounts are in cents, rates in hundredths of a per cent.',
        de: 'Deine Provisionen. Beträge sind in Cent, Sätze in Hundertstel Prozent.',
      },
      table: c,
      owner: c.userId,
      key: c.id,
      fields: {
        ...{
          id: c.id,
          level: c.level,
          rate: c.rate,
          base_amount: c.baseAmount,
          amount: c.amount,
          currency: c.currency,
        },
        ...{ status: c.status, created_at: c.createdAt, matures_at: c.maturesAt, paid_at: c.paidAt },
        ...{ withheld: c.withheld, transaction: c.transactionLabel, reversed_at: c.reversedAt, reason: c.reason },
        ...{ settled_at: c.settledAt, taken: c.taken, owed: c.owed, reversal: c.reversalLabel },
      },
    }),
  ],
  deletes: [],
  keeps: [c, affiliateCommissionSums].map((table) => ({ table, because })),
  withholds: [
    withhold(c, ['buyerId', 'orderLabel'], 'it is about another member'),
    withhold(affiliateSetOffs, ['commissionId', 'reversedId', 'amount'], counted),
    withhold(affiliateCommissionSums, ['id', 'userId', 'level', 'status', 'commissions', 'amount'], counted),
  ],
  /** A pending commission does not keep anybody from leaving. What the member owes stays noted. */
  anonymise: async (tx, { id }, now) => void (await lapsePending(tx, id, now)),
};
