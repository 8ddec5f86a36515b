import { and, eq, inArray, lt } from 'drizzle-orm';
import { describeFailure } from '../database/failures';
import type { PersonalData } from '../database/personal-data';
import type { Deps } from '../deps';
import { deleteDueAccounts, remindOfDeletion } from './deletion';
import { exportChunks, exports } from './privacy.tables';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Runs the due chores. A failure does not stop the others, least of all a promised deletion. */
export async function tidyPrivacy(deps: Deps, data: readonly PersonalData[], now: Date): Promise<void> {
  const chores = [
    () => tidyExports(deps, now),
    () => remindOfDeletion(deps, now),
    () => deleteDueAccounts(deps, data, now),
  ];
  for (const chore of chores) {
    await chore().catch((error: unknown) => deps.log.error(describeFailure(error), 'housekeeping of privacy failed'));
  }
}

/**
 * Expires files one hour late, so that a download that started in time completes. Marks exports as failed that are
 * unfinished after a day. Deletes the chunks of failed and expired exports, and all records of exports after 90 days.
 */
async function tidyExports({ db }: Deps, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await db
    .update(exports)
    .set({ state: 'failed' })
    .where(and(inArray(exports.state, ['waiting', 'running']), lt(exports.requestedAt, ago(dayMs))));
  await db
    .update(exports)
    .set({ state: 'expired' })
    .where(and(eq(exports.state, 'ready'), lt(exports.expiresAt, ago(hourMs))));
  // Includes chunks of an attempt that did not know yet that the export had failed.
  const over = db
    .select({ id: exports.id })
    .from(exports)
    .where(inArray(exports.state, ['failed', 'expired']));
  await db.delete(exportChunks).where(inArray(exportChunks.exportId, over));
  await db.delete(exports).where(lt(exports.requestedAt, ago(90 * dayMs)));
}
