import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/database';
import { affiliateCommissions as c, affiliateCommissionSums as s } from './commissions.tables';

/**
 * Returns what a member has earned and what is pending, in minor units, with what was reversed and what is still owed.
 * It reads kept sums, so its cost does not grow with the number of commissions.
 */
export async function sumCommissions(db: Queryable, userId: number) {
  const of = (status: string) =>
    sql`coalesce(sum(${s.amount}) filter (where ${s.status} = ${status}), 0)::bigint`.mapWith(BigInt);
  const owed = sql`(select coalesce(sum(${c.owed}), 0)::bigint from ${c} where ${c.userId} = ${userId} and ${c.owed} > 0)`;
  const [sums] = await db
    .select({ earned: of('paid'), pending: of('pending'), reversed: of('reversed'), owed: owed.mapWith(BigInt) })
    .from(s)
    .where(eq(s.userId, userId));
  if (!sums) throw new Error('A sum has one row');
  return sums as Record<'earned' | 'pending' | 'reversed' | 'owed', bigint>;
}
