/** Publishes scheduled posts. Any process may do this at any time: each post appears once. */
import { and, asc, eq, lte } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Tx } from '../database/database';
import { describeFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { announce } from './announce';
import { newsPosts } from './news.tables';
import { lockPublishing } from './publish';

/** Each story has a transaction of its own: its versions appear together, and are announced with it or not at all. */
export async function publishDuePosts(
  deps: Pick<Deps, 'db' | 'jobs' | 'broadcaster' | 'log'>,
  now: Date,
): Promise<void> {
  const due = await deps.db
    .selectDistinct({ storyId: newsPosts.storyId })
    .from(newsPosts)
    .where(isDue(now))
    .orderBy(asc(newsPosts.storyId));
  for (const { storyId } of due) {
    await transaction(deps.db, (tx) => publishStory(tx, deps, storyId, now)).catch((error: unknown) =>
      deps.log.error(describeFailure(error), 'a scheduled post could not be published'),
    );
  }
}

const isDue = (now: Date) => and(eq(newsPosts.status, 'scheduled'), lte(newsPosts.scheduledFor, now));

async function publishStory(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'broadcaster'>,
  storyId: number,
  now: Date,
): Promise<void> {
  await lockPublishing(tx);
  const published = await tx
    .update(newsPosts)
    .set({ status: 'published', scheduledFor: null, publishedAt: now, updatedAt: now })
    .where(and(eq(newsPosts.storyId, storyId), isDue(now)))
    .returning({ id: newsPosts.id });
  for (const { id } of published) {
    const detail = { post: id, by: 'time' };
    await writeAudit(tx, now, { action: 'post.published', actorId: null, userId: null, detail });
  }
  await announce(tx, deps, [storyId]);
}
