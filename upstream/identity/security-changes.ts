import { and, desc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { auditLog } from '../database/audit.tables';
import type { Queryable } from '../database/database';
import { users } from '../members/members.tables';

/** The audit log's actions for changes of password, second factor, e-mail address or name, whoever made them. */
export const securityChanges = [
  'password.changed',
  'password.set',
  'password.reset',
  'two_factor.enable',
  'two_factor.disable',
  'two_factor.reset',
  'email.changed',
  'email.reverted',
  'name.changed',
];

/**
 * Returns the time of the last change of password, second factor, e-mail address or name after `since` (ISO 8601), as a
 * column of a query on `users`.
 */
export const lastSecurityChange = (since: Placeholder | string): SQL<Date | null> =>
  sql`(select at from ${auditLog}
    where ${changesSince(users.id, since, securityChanges)} order by at desc limit 1)`.mapWith(auditLog.at);

/** Returns when staff last disabled the member's second factor after `since`, or null. */
export async function findTwoFactorReset(db: Queryable, userId: number, since: Date): Promise<Date | null> {
  const [last] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(changesSince(userId, since.toISOString(), ['two_factor.reset']))
    .orderBy(desc(auditLog.at))
    .limit(1);
  return last?.at ?? null;
}

const changesSince = (userId: number | typeof users.id, since: Placeholder | string, actions: string[]) =>
  and(eq(auditLog.userId, userId), sql`${auditLog.at} > ${since}`, inArray(auditLog.action, actions));
