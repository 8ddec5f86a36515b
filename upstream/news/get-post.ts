/** One post with its neighbours. */
import { sql } from 'drizzle-orm';
import type { Post } from '../contract/news';
import type { Database } from '../database/database';
import { NotFound } from '../http/problems';
import { linkToOther, type Reader, shownIn, summaryColumns } from './columns';
import { instantOf, type LinkRow, type SummaryRow, showLink, showSummary } from './show';

type Row = SummaryRow & {
  body_html: string;
  scheduled_for: string | null;
  previous: LinkRow | null;
  next: LinkRow | null;
};

/**
 * Returns a post in its own language. One statement.
 * @param mayPreview whether the reader sees what is not published
 * @throws NotFound
 */
export async function getPost(db: Database, reader: Reader, id: number, mayPreview: boolean): Promise<Post> {
  const shown = shownIn(reader.language);
  const neighbour = (isBefore: boolean) => sql`(
    select ${linkToOther} from (
      select p.* from news_posts as p where ${shown} and p.story_id <> own.story_id
        and (p.published_at, p.id) ${isBefore ? sql`<` : sql`>`} (own.published_at, own.id)
      order by ${isBefore ? sql`p.published_at desc, p.id desc` : sql`p.published_at, p.id`} limit 1
    ) as o)`;
  const { rows } = await db.execute<{ post: Row }>(sql`
    select row_to_json(d) as post from (
      select ${summaryColumns(reader.userId)}, p.body_html, p.scheduled_for,
        ${neighbour(true)} as previous, ${neighbour(false)} as next
      from news_posts as p join news_stories as s on s.id = p.story_id join news_posts as own on own.id = p.id
      where p.id = ${id} and (p.status = 'published' or ${mayPreview}::boolean)
    ) as d`);
  const post = rows[0]?.post;
  if (!post) throw new NotFound();
  return {
    ...showSummary(post),
    body_html: post.body_html,
    scheduled_for: instantOf(post.scheduled_for),
    previous: post.previous && showLink(post.previous),
    next: post.next && showLink(post.next),
  };
}
