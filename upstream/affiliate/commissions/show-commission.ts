import { type SQL, sql } from 'drizzle-orm';
import { type CommissionDetails, mostSetOffs } from '../../contract/affiliate-commissions';
import { readLabel } from '../../contract/labels';
import type { Queryable } from '../../database/database';
import { NotFound } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import { instantOf, type Row, rowJson, rowSources, showCommission } from './commission-row';
import { affiliateCommissions as c, affiliateSetOffs as o } from './commissions.tables';

interface SetOffRow {
  id: string;
  amount: string;
  at: string;
}

type Found = { row: Row; repays: SetOffRow[]; repaidBy: SetOffRow[]; repaid: string };

/**
 * Returns one commission of the member with what was set off.
 * @throws NotFound if the member has no such commission
 */
export async function showCommissionOf(
  db: Queryable,
  userId: number,
  typed: string,
  now: Date,
): Promise<CommissionDetails> {
  const id = readLabel(typed, 'CM');
  if (id === null) throw new NotFound();
  const { rows } = await db.execute<Found>(sql`
    select ${rowJson} as row,
      ${setOffs(sql`o.commission_id = ${id}`, sql`o.reversed_id`)} as repays,
      ${setOffs(sql`o.reversed_id = ${id}`, sql`o.commission_id`)} as "repaidBy",
      (select coalesce(sum(amount), 0)::text from ${o} where reversed_id = ${id}) as repaid
    from ${rowSources} where ${c.id} = ${id} and ${c.userId} = ${userId}`);
  const [found] = rows;
  if (!found) throw new NotFound();
  const shown = showCommission(found.row, now);
  const money = (units: string) => decimal(BigInt(units), shown.currency);
  const show = ({ id, amount, at }: SetOffRow) => ({ id, amount: money(amount), at: instantOf(at) });
  return {
    ...shown,
    repays: found.repays.map(show),
    repaid: money(found.repaid),
    repaid_by: found.repaidBy.map(show),
  };
}

/** Set-offs as JSON, each with the commission on the other side and the day of the payment. */
const setOffs = (fits: SQL, other: SQL) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'amount', amount::text, 'at', at) order by at desc, id), '[]') from (
    select ${other} as id, o.amount, p.paid_at as at from ${o} as o join ${c} as p on p.id = o.commission_id
    where ${fits} order by p.paid_at desc, 1 limit ${mostSetOffs}
  ) as newest)`;
