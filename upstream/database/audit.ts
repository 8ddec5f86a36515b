import { and, isNotNull, sql } from 'drizzle-orm';
import { auditLog } from './audit.tables';
import type { Tx } from './database';

/** What is written beside a change of state, in the same transaction. `detail` holds no secrets and no addresses. */
export interface AuditEntry {
  action: string;
  /** Who acted; null for the system and for guests. */
  actorId: number | null;
  /** Whose data it was about. */
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
 * Takes the network addresses of a member whose account is deleted out of the log; a trigger allows this change alone.
 * A row's address is that of who acted, and where nobody was signed in that of the member whom it is about.
 */
export async function forgetAddresses(tx: Tx, userId: number): Promise<void> {
  const { actorId, userId: about, ip } = auditLog;
  await tx
    .update(auditLog)
    .set({ ip: null })
    .where(and(sql`coalesce(${actorId}, ${about}) = ${userId}`, isNotNull(ip)));
}
