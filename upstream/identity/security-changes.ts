import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { auditLog } from '../database/audit.tables';
import type { Queryable } from '../database/database';

/** What the audit log calls a change of password, second factor or e-mail address, whoever made it. */
export const securityChanges = [
  'password.changed',
  'password.set',
  'password.reset',
  'two_factor.enable',
  'two_factor.disable',
  'two_factor.reset',
  'email.changed',
  'email.reverted',
];

/** When password, second factor or e-mail address of the member last changed, if that was after `since`. */
export async function findSecurityChange(db: Queryable, userId: number, since: Date): Promise<Date | null> {
  const [last] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), gt(auditLog.at, since), inArray(auditLog.action, securityChanges)))
    .orderBy(desc(auditLog.at))
    .limit(1);
  return last?.at ?? null;
}
