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
