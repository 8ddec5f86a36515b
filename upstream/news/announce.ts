/** Says that stories have appeared: once each, to open pages and, by a job, to every member who wants to know. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { broadcast, channelOfClients } from '../broadcasting/broadcaster';
import { realtimeNames } from '../contract/realtime';
import type { Tx } from '../database/database';
import type { Deps } from '../deps';
import { newsNotices, newsPosts } from './news.tables';

/**
 * Announces those of these stories that are shown and were never announced. The event goes to everybody, also to those
 * who are not signed in, so it has numbers only.
 */
export async function announce(
  tx: Tx,
  { jobs, broadcaster }: Pick<Deps, 'jobs' | 'broadcaster'>,
  storyIds: readonly number[],
): Promise<void> {
  const posts = await tx
    .select({ id: newsPosts.id, storyId: newsPosts.storyId })
    .from(newsPosts)
    .leftJoin(newsNotices, eq(newsNotices.storyId, newsPosts.storyId))
    .where(
      and(inArray(newsPosts.storyId, [...storyIds]), eq(newsPosts.status, 'published'), isNull(newsNotices.storyId)),
    )
    .orderBy(asc(newsPosts.id));
  for (const storyId of new Set(posts.map((post) => post.storyId))) {
    await tx.insert(newsNotices).values({ storyId });
    await jobs.enqueue(tx, 'news-notice', { storyId });
    const ids = posts.filter((post) => post.storyId === storyId).map(({ id }) => id);
    const event = realtimeNames.events.newsPublished;
    broadcast(tx, broadcaster, { channels: [channelOfClients()], event, data: { post_ids: ids } });
  }
}
