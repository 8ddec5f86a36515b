/** A commission as its member sees it. */
import { type SQL, sql } from 'drizzle-orm';
import type { Commission } from '../../contract/affiliate-commissions';
import { decimal } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { nameOf } from '../team/list-team';
import { affiliateHiddenNames, affiliateLines } from '../team/team.tables';
import { affiliateCommissions as c } from './commissions.tables';

/** A row as SQL returns it as JSON. Amounts are minor units as text. */
export interface Row {
  id: string;
  level: number;
  rate: number;
  base: string;
  amount: string;
  currency: Commission['currency'];
  status: 'pending' | 'paid' | 'reversed';
  createdAt: string;
  maturesAt: string;
  paidAt: string | null;
  withheld: string;
  order: string;
  transaction: string | null;
  reversedAt: string | null;
  reason: 'refund' | 'left' | null;
  settledAt: string | null;
  taken: string;
  owed: string;
  reversal: string | null;
  firstname: string;
  lastname: string;
  lineLevel: number | null;
  isNameless: boolean;
}

/**
 * A row as JSON, from `rowSources`. The name follows the buyer's present place in the line, as in the team: a buyer who
 * was moved away has none.
 */
export const rowJson = sql`json_build_object(
  'id', ${c.id}, 'level', ${c.level}, 'rate', ${c.rate}, 'base', ${c.baseAmount}::text, 'amount', ${c.amount}::text,
  'currency', ${c.currency}, 'status', ${c.status}, 'createdAt', ${c.createdAt}, 'maturesAt', ${c.maturesAt},
  'paidAt', ${c.paidAt}, 'withheld', ${c.withheld}::text, 'order', ${c.orderLabel}, 'transaction', ${c.transactionLabel},
  'reversedAt', ${c.reversedAt}, 'reason', ${c.reason}, 'settledAt', ${c.settledAt}, 'taken', ${c.taken}::text,
  'owed', ${c.owed}::text, 'reversal', ${c.reversalLabel}, 'firstname', ${users.firstname}, 'lastname', ${users.lastname},
  'lineLevel', ${affiliateLines.level},
  'isNameless', ${users.deletedAt} is not null or ${affiliateLines.level} is null
    or ${affiliateLines.level} > 1 and ${affiliateHiddenNames.userId} is not null
)`;

export const rowSources: SQL = sql`${c} join ${users} on ${users.id} = ${c.buyerId}
  left join ${affiliateLines} on ${affiliateLines.memberId} = ${c.buyerId} and ${affiliateLines.uplineId} = ${c.userId}
  left join ${affiliateHiddenNames} on ${affiliateHiddenNames.userId} = ${c.buyerId}`;

export function showCommission(row: Row, now: Date): Commission {
  const money = (units: string) => decimal(BigInt(units), row.currency);
  const { firstname, lastname, lineLevel, isNameless } = row;
  const name = nameOf({ firstname, lastname, level: lineLevel ?? row.level, is_nameless: isNameless });
  return {
    ...{ id: row.id, level: row.level, rate: (row.rate / 100).toFixed(2) },
    ...{ base_amount: money(row.base), amount: money(row.amount), currency: row.currency, status: statusOf(row, now) },
    ...{ created_at: instantOf(row.createdAt), matures_at: instantOf(row.maturesAt), paid_at: ifInstant(row.paidAt) },
    ...{ withheld: money(row.withheld), order_label: row.order, from: { name, level: row.level } },
    transaction_label: row.transaction,
    reversal:
      row.reversedAt && row.reason
        ? {
            ...{ at: instantOf(row.reversedAt), reason: row.reason, settled_at: ifInstant(row.settledAt) },
            ...{ taken: money(row.taken), owed: money(row.owed), transaction_label: row.reversal },
          }
        : null,
  };
}

const statusOf = ({ status, maturesAt }: Row, now: Date): Commission['status'] =>
  status === 'pending' && new Date(maturesAt) <= now ? 'approved' : status;

export const instantOf = (at: string): string => new Date(at).toISOString();

const ifInstant = (at: string | null): string | null => at && instantOf(at);
