import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Database } from '../database/database';
import { transaction } from '../database/transaction';
import type { Env } from '../http/env';
import { users } from './identity.tables';

/**
 * Gives or withdraws a member's consent to user tracking and returns since when it stands, or null. Only a change is
 * written, beside its row in the audit log: who consents twice has consented since the first time.
 */
export async function recordTrackingConsent(
  db: Database,
  userId: number,
  given: boolean,
  { now, ip, requestId }: Pick<Env['Variables'], 'now' | 'ip' | 'requestId'>,
): Promise<Date | null> {
  const { trackingConsentAt } = users;
  return transaction(db, async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ trackingConsentAt: given ? now : null, updatedAt: now })
      .where(and(eq(users.id, userId), given ? isNull(trackingConsentAt) : isNotNull(trackingConsentAt)))
      .returning({ since: trackingConsentAt });
    if (changed) {
      const action = given ? 'tracking_consent_given' : 'tracking_consent_withdrawn';
      await writeAudit(tx, now, { action, actorId: userId, userId, ip, requestId });
      return changed.since;
    }
    const [standing] = await tx.select({ since: trackingConsentAt }).from(users).where(eq(users.id, userId));
    return standing?.since ?? null;
  });
}
