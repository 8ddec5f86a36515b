import { and, eq, inArray, lt } from 'drizzle-orm';
import { describeFailure } from '../database/failures';
import type { Deps } from '../deps';
import { deleteDueAccounts, remindOfDeletion } from './deletion';
import type { PersonalData } from './privacy';
import { exportChunks, exports } from './privacy.tables';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Carries out what is due. Whatever fails keeps the rest from nothing, least of all a deletion that was promised. */
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
 * Files whose time is over go, an hour later, so that a download that began in time ends as a whole; an export that
 * nobody makes any more after a day has failed, and what there is of its file goes; what is known of exports goes after
 * 90 days.
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
  // Also what somebody wrote who did not know yet that it had failed.
  const over = db
    .select({ id: exports.id })
    .from(exports)
    .where(inArray(exports.state, ['failed', 'expired']));
  await db.delete(exportChunks).where(inArray(exportChunks.exportId, over));
  await db.delete(exports).where(lt(exports.requestedAt, ago(90 * dayMs)));
}
