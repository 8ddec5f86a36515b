import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database';
import { affiliateHiddenNames } from './team.tables';

/** Hides the member's name from everybody above the sponsor, or shows it. Saying the same twice changes nothing. */
export async function hideName(db: Database, userId: number, isHidden: boolean, now: Date): Promise<void> {
  if (isHidden) await db.insert(affiliateHiddenNames).values({ userId, since: now }).onConflictDoNothing();
  else await db.delete(affiliateHiddenNames).where(eq(affiliateHiddenNames.userId, userId));
}
