/** The commissions of a member, the newest first. Rules: docs/product/affiliate.md#commissions. */
import { type SQL, sql } from 'drizzle-orm';
import { type CommissionFilters, type Commissions, earningLevels } from '../../contract/affiliate-commissions';
import type { Queryable } from '../../database/database';
import { decimal } from '../../ledger/ledger';
import { type Row, rowJson, rowSources, showCommission } from './commission-row';
import { affiliateCommissions as c, affiliateCommissionSums as s } from './commissions.tables';

type Found = Pick<Commissions, 'data' | 'total' | 'sums'>;

/** Returns a page. Its total and the sums are kept, and a page behind the middle is read from the end. */
export async function listCommissions(
  db: Queryable,
  userId: number,
  filters: CommissionFilters,
  now: Date,
): Promise<Found> {
  const { total, sums } = await readSums(db, userId, filters);
  const { page, per_page: perPage, after } = filters;
  const offset = (page - 1) * perPage;
  const fromEnd = after === undefined && offset * 2 > total;
  const size = fromEnd ? Math.max(0, Math.min(perPage, total - offset)) : perPage;
  const skipped = fromEnd ? Math.max(0, total - offset - size) : offset;
  const order = fromEnd ? sql`created_at nulls first, id desc` : newestFirst;
  // Each branch reads one run of the index in this order, and the database merges them.
  const ids = sql`select id from (${sql.join(branchesOf(userId, filters), sql` union all `)}) as branches
    order by ${order} limit ${size} offset ${skipped}`;
  const { rows } = await db.execute<{ row: Row }>(sql`
    select ${rowJson} as row from ${rowSources} where ${c.id} in (${ids})
    order by ${c.createdAt} desc nulls last, ${c.id}`);
  return { data: rows.map(({ row }) => showCommission(row, now)), total, sums };
}

/** As the indexes have it. */
const newestFirst = sql`created_at desc nulls last, id`;

type Filter = Pick<CommissionFilters, 'status' | 'level' | 'after'>;

const statuses = ['pending', 'paid', 'reversed'] as const;
const levels = Array.from({ length: earningLevels }, (_, at) => at + 1);

function branchesOf(userId: number, { status, level, after }: Filter): SQL[] {
  const behind = after === undefined ? sql`` : sql` and ${isBehind(userId, after)}`;
  const from = sql`select created_at, id from ${c} where user_id = ${userId}${behind}`;
  if (status === undefined && level === undefined) return [from];
  return (status ? [status] : statuses).flatMap((one) =>
    (level ? [level] : levels).map((of) => sql`(${from} and status = ${one} and level = ${of})`),
  );
}

/** Nothing is behind a commission of somebody else. */
function isBehind(userId: number, after: string): SQL {
  const at = sql`(select created_at from ${c} where id = ${after} and user_id = ${userId})`;
  return sql`created_at <= ${at} and (created_at < ${at} or id > ${after})`;
}

/** Returns how many the filter has, and the sums of all. */
async function readSums(db: Queryable, userId: number, { status, level }: Filter) {
  const fits = sql`${status ? sql`status = ${status}` : sql`true`} and ${level ? sql`level = ${level}` : sql`true`}`;
  const of = (one: string) => sql`coalesce(sum(amount) filter (where status = ${one}), 0)::text`;
  const { rows } = await db.execute<{ total: number } & Record<keyof Found['sums'], string>>(sql`
    select coalesce(sum(commissions) filter (where ${fits}), 0)::int as total, ${of('paid')} as earned,
      ${of('pending')} as pending, ${of('reversed')} as reversed,
      (select coalesce(sum(owed), 0)::text from ${c} where user_id = ${userId} and owed > 0) as owed
    from ${s} where user_id = ${userId}`);
  const [{ total, ...units }] = rows as [(typeof rows)[number]];
  const money = (name: keyof Found['sums']) => decimal(BigInt(units[name]), 'EUR');
  return {
    total,
    sums: { earned: money('earned'), pending: money('pending'), reversed: money('reversed'), owed: money('owed') },
  };
}
