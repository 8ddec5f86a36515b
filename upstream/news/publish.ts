/** The steps of a post: from a file to the members, changed, and archived. Rules: docs/product/news.md#publishing. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { dropMails } from '../notifications/notifications';
import { announce } from './announce';
import { newsNotices, newsPosts, newsStories } from './news.tables';
import type { PostText } from './post-file';

export type PostRow = typeof newsPosts.$inferSelect;
type PublishingDeps = Pick<Deps, 'jobs' | 'broadcaster'>;

/** The post cannot take this step now. */
export class PostRefused extends Error {
  override name = 'PostRefused';
}

export interface NewVersion {
  slug: string;
  language: Language;
  text: PostText;
  pictureId: string | null;
  staffId: number | null;
}

export type Target = { status: 'draft' } | { status: 'published' } | { status: 'scheduled'; scheduledFor: Date };

export interface Saved {
  post: PostRow;
  change: 'added' | 'changed' | 'unchanged';
}

/** Waits until no other transaction writes posts. A transaction that locks more than a post calls this first. */
export async function lockPublishing(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into news_stats (id) values (1) on conflict do nothing`);
  await tx.execute(sql`select from news_stats where id = 1 for update`);
}

/**
 * Brings posts to what files say, and to this status. Those that appear for the first time are announced. What is
 * already the same stays as it is.
 * @throws PostRefused
 */
export async function savePosts(
  tx: Tx,
  deps: PublishingDeps,
  versions: readonly NewVersion[],
  target: Target,
  now: Date,
): Promise<Saved[]> {
  await lockPublishing(tx);
  const saved: Saved[] = [];
  for (const version of versions) saved.push(await saveVersion(tx, version, target, now));
  const stories = saved.map(({ post }) => post.storyId);
  await announce(tx, deps, [...new Set(stories)]);
  return saved;
}

async function saveVersion(tx: Tx, version: NewVersion, target: Target, now: Date): Promise<Saved> {
  const { slug, language, text, pictureId, staffId } = version;
  await tx.insert(newsStories).values({ slug }).onConflictDoNothing();
  const [found] = await tx
    .select({ storyId: newsStories.id, post: newsPosts })
    .from(newsStories)
    .leftJoin(newsPosts, and(eq(newsPosts.storyId, newsStories.id), eq(newsPosts.language, language)))
    .where(eq(newsStories.slug, slug));
  if (!found) throw new Error('The story was not written.');
  const content = { ...text, pictureId };
  const { post } = found;
  if (!post) {
    const times = { createdAt: now, updatedAt: now, publishedAt: target.status === 'published' ? now : null };
    const row = { storyId: found.storyId, language, atomId: randomUUID(), staffId, ...content, ...times, ...target };
    return { post: await first(tx.insert(newsPosts).values(row).returning()), change: 'added' };
  }
  if (post.publishedAt && target.status !== 'published')
    throw new PostRefused(
      `${language}/${slug} was published already. It can only be changed at once, by post publish without --at.`,
    );
  const step = {
    ...content,
    ...{ status: target.status, scheduledFor: target.status === 'scheduled' ? target.scheduledFor : null },
    ...{ archivedAt: null, publishedAt: post.publishedAt ?? (target.status === 'published' ? now : null) },
  };
  if (isSame(post, step)) return { post, change: 'unchanged' };
  const changed = tx.update(newsPosts).set({ ...step, staffId, updatedAt: now });
  return { post: await first(changed.where(eq(newsPosts.id, post.id)).returning()), change: 'changed' };
}

const isSame = (post: PostRow, step: Partial<PostRow>): boolean =>
  (Object.keys(step) as (keyof PostRow)[]).every((key) => String(post[key]) === String(step[key]));

async function first<T>(rows: PromiseLike<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error('The post was not written.');
  return row;
}

/** Takes a post away from members, or ends a draft. @throws PostRefused */
export async function archivePost(tx: Tx, id: number, now: Date): Promise<PostRow> {
  await lockPublishing(tx);
  const [post] = await tx.select().from(newsPosts).where(eq(newsPosts.id, id));
  if (!post) throw new PostRefused(`There is no post ${id}.`);
  if (post.status === 'archived') throw new PostRefused(`Post ${id} is archived already.`);
  // A job that tells members of it now ends its transaction first, so no mail of that waits after this.
  await tx.select().from(newsNotices).where(eq(newsNotices.storyId, post.storyId)).for('update');
  await dropMails(tx, 'news', `/post/${id}`);
  const step = { status: 'archived' as const, archivedAt: now, scheduledFor: null };
  return first(tx.update(newsPosts).set(step).where(eq(newsPosts.id, id)).returning());
}
