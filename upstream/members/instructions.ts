import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { Unauthenticated } from '../http/problems';
import { users } from './members.tables';

/**
 * Flips the flag `{id}_closed` of a member and returns all flags. One statement, so that two clicks at once flip twice.
 */
export async function toggleInstruction(
  db: Database,
  userId: number,
  id: string,
  now: Date,
): Promise<Record<string, boolean>> {
  const flag = `${id}_closed`;
  const state = users.instructionState;
  const [updated] = await db
    .update(users)
    .set({
      instructionState: sql`jsonb_set(${state}, array[${flag}::text], to_jsonb(not coalesce((${state}->>${flag}::text)::boolean, false)))`,
      updatedAt: now,
    })
    .where(eq(users.id, userId))
    .returning({ state });
  if (!updated) throw new Unauthenticated();
  return updated.state;
}
