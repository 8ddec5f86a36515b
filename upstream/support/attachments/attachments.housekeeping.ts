import { and, asc, inArray, isNull, lt } from 'drizzle-orm';
import type { Deps } from '../../deps';
import { waitingMs } from './attachments';
import { supportAttachments } from './attachments.tables';

/** Files that one statement deletes with their chunks. */
const atOnce = 50;

/** Deletes files that no message named within a day, and uploads that never ended. */
export async function tidyAttachments({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  const isOrphan = and(
    isNull(supportAttachments.messageId),
    lt(supportAttachments.createdAt, new Date(now.getTime() - waitingMs)),
  );
  for (let deleted = atOnce; deleted === atOnce; ) {
    const orphans = db
      .select({ id: supportAttachments.id })
      .from(supportAttachments)
      .where(isOrphan)
      .orderBy(asc(supportAttachments.createdAt), asc(supportAttachments.id))
      .limit(atOnce);
    // A message may name the file meanwhile, so the condition stands again.
    const gone = await db
      .delete(supportAttachments)
      .where(and(inArray(supportAttachments.id, orphans), isOrphan))
      .returning({ id: supportAttachments.id });
    deleted = gone.length;
  }
}
