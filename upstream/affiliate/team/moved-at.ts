import { type SQL, sql } from 'drizzle-orm';
import { affiliateMoves } from './team.tables';

/** When staff last moved a member to another sponsor, as a part of a query; null if nobody did. */
export const movedAt = (memberId: number): SQL<Date | null> =>
  sql<Date | null>`(select max(at) from ${affiliateMoves} where user_id = ${memberId})`.mapWith(affiliateMoves.at);
