/** Which stories a member has read, and how many they have not. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database';
import { transaction } from '../database/transaction';
import { NotFound } from '../http/problems';
import { memberStillThere } from '../members/membership';
import { readNotifications } from '../notifications/notifications';
import { notifications } from '../notifications/notifications.tables';
import { newsType } from './news.notices';
import { newsReaders, newsStats } from './news.tables';

/** The header's block as columns of a query on `users`: two rows, however many posts there are. */
export const unreadPosts = (userId: PgColumn): { unread_count: SQL<number> } => ({
  unread_count: sql`coalesce((select ${newsStats.shown} - ${newsReaders.covered} from ${newsStats}, ${newsReaders}
    where ${eq(newsReaders.userId, userId)}), 0)`,
});

/** The number of the post that a notification is about, else null. The words of its title may have changed since. */
const postTold = sql`case when ${notifications.type} = ${newsType}
  then substring(${notifications.url} from '^/post/([0-9]{1,9})(?:/|$)')::integer end`;

/**
 * Marks a story as read by one of its posts, and what the member was told of it. A second time it changes nothing.
 * @throws NotFound for what is not published
 */
export async function markAsRead(db: Database, userId: number, id: number, now: Date): Promise<void> {
  const { rows } = await db.execute<{ known: boolean }>(sql`
    with post as (select story_id from news_posts where id = ${id} and status = 'published'),
    member as (${memberStillThere(userId)}),
    marked as (
      insert into news_reads (user_id, story_id, read_at) select member.id, story_id, ${now.toISOString()}::timestamptz
      from post, member on conflict do nothing),
    told as (${readNotifications(
      { userId, now },
      sql`${postTold} in (select id from news_posts where story_id in (select story_id from post))`,
    )})
    select exists (select from post) as known`);
  if (!rows[0]?.known) throw new NotFound();
}

/** Marks every story that had appeared by then, and what the member was told of them. */
export async function markAllAsRead(db: Database, userId: number, before: Date, now: Date): Promise<void> {
  const appeared = sql`${postTold} in (select p.id from news_posts as p join news_stories as s on s.id = p.story_id
    where s.first_published_at <= ${before.toISOString()}::timestamptz)`;
  await transaction(db, (tx) =>
    tx.execute(sql`
      with told as (${readNotifications({ userId, now }, appeared)})
      update news_readers as r set seen_to = n.number from (
        select number from news_stories where first_published_at <= ${before.toISOString()}::timestamptz
        order by number desc limit 1) as n
      where r.user_id = ${userId} and n.number > r.seen_to`),
  );
}
