/** Tells members of a story: each once, in short transactions that may be interrupted and repeated. */
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Job } from '../jobs/jobs';
import { users } from '../members/members.tables';
import { createNotification } from '../notifications/notifications';
import { noticeOf } from './news.notices';
import { newsNotices, newsPosts, newsStories } from './news.tables';

type TellDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'broadcaster'>;

/** The members that one transaction tells. Everybody else waits meanwhile where the database is the embedded one. */
export const batchSize = 20;

/** Returns the handler of the queue `news-notice`. */
export const createNewsNotices =
  (deps: TellDeps) =>
  async ({ data }: Pick<Job<'news-notice'>, 'data'>): Promise<void> => {
    while (await transaction(deps.db, (tx) => tellNext(tx, deps, data.storyId, new Date())));
  };

/** Tells the next members. Two jobs of one story wait for each other here. Returns whether there may be more. */
async function tellNext(tx: Tx, deps: TellDeps, storyId: number, now: Date): Promise<boolean> {
  const [found] = await tx
    .select({ notice: newsNotices, story: newsStories })
    .from(newsNotices)
    .innerJoin(newsStories, eq(newsStories.id, newsNotices.storyId))
    .where(eq(newsNotices.storyId, storyId))
    .for('update', { of: newsNotices });
  if (!found || found.notice.finishedAt) return false;
  const { notice, story } = found;
  const versions = await tx
    .select()
    .from(newsPosts)
    .where(and(eq(newsPosts.storyId, storyId), eq(newsPosts.status, 'published')))
    .orderBy(asc(newsPosts.id));
  // Staff have archived it meanwhile.
  const told = versions.length > 0 ? await listMembers(tx, notice.toldUpTo, story.firstPublishedAt ?? now) : [];
  for (const { id: userId, language } of told) {
    await createNotification({ ...deps, db: tx }, { ...noticeOf(versions, language), userId, now });
  }
  const isLast = told.length < batchSize;
  await tx
    .update(newsNotices)
    .set({ toldUpTo: told.at(-1)?.id ?? notice.toldUpTo, finishedAt: isLast ? now : null })
    .where(eq(newsNotices.storyId, storyId));
  return !isLast;
}

/** The story is not new to members who joined later. */
const listMembers = (tx: Tx, after: number, publishedAt: Date) =>
  tx
    .select({ id: users.id, language: users.language })
    .from(users)
    .where(
      and(
        gt(users.id, after),
        isNull(users.deletedAt),
        lte(users.createdAt, publishedAt),
        sql`'news.view' = any(${users.permissions})`,
      ),
    )
    .orderBy(asc(users.id))
    .limit(batchSize);
