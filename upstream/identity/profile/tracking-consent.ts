import { eq } from 'drizzle-orm';
import { writeAudit } from '../../database/audit';
import type { Database } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Env } from '../../http/env';
import { users } from '../../members/members.tables';
import { changeTrackingConsent } from '../../members/profile';

/**
 * Records or withdraws a member's consent to user tracking. Returns the time since when it holds, or null. Writes only
 * changes, with a row in the audit log, so that a repeated consent keeps the time of the first.
 */
export async function recordTrackingConsent(
  db: Database,
  userId: number,
  given: boolean,
  { now, ip, requestId }: Pick<Env['Variables'], 'now' | 'ip' | 'requestId'>,
): Promise<Date | null> {
  return transaction(db, async (tx) => {
    if (await changeTrackingConsent(tx, userId, given, now)) {
      const action = given ? 'tracking_consent_given' : 'tracking_consent_withdrawn';
      await writeAudit(tx, now, { action, actorId: userId, userId, ip, requestId });
      return given ? now : null;
    }
    const [standing] = await tx.select({ since: users.trackingConsentAt }).from(users).where(eq(users.id, userId));
    return standing?.since ?? null;
  });
}
