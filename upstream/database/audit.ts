import { and, isNotNull, sql } from 'drizzle-orm';
import { auditLog } from './audit.tables';
import type { Tx } from './database';

/** The audit row of a change of state, written in the same transaction. `detail` has no secrets and no addresses. */
export interface AuditEntry {
  action: string;
  /** Who acted; null for the system and for guests. */
  actorId: number | null;
  /** The member whose data is concerned. */
  userId: number | null;
  ip?: string | null;
  requestId?: string | null;
  detail?: Record<string, unknown>;
}

/** Appends to the audit log. */
export async function writeAudit(tx: Tx, now: Date, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ at: now, ...entry });
}

/**
 * Removes the network addresses of a member from the log when the account is deleted. A trigger allows only this
 * change. The address of a row belongs to the actor, or to the member concerned if nobody was signed in.
 */
export async function forgetAddresses(tx: Tx, userId: number): Promise<void> {
  const { actorId, userId: about, ip } = auditLog;
  await tx
    .update(auditLog)
    .set({ ip: null })
    .where(and(sql`coalesce(${actorId}, ${about}) = ${userId}`, isNotNull(ip)));
}
