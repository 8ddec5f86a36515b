/** Columns of posts that lists and single posts have in common, as SQL on `news_posts as p` and `news_stories as s`. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Language } from '../http/env';

/** The member who reads, and their language, which comes first. */
export interface Reader {
  userId: number;
  language: Language;
}

/** A number, or its place in a prepared statement. */
export type Value = number | Placeholder;

/** The condition that a list in this language has the post. */
export const shownIn = (language: Language): SQL => (language === 'de' ? sql`p.shown_de` : sql`p.shown_en`);

const link = (post: string): string =>
  `json_build_object('id', ${post}.id, 'title', ${post}.title, 'language', ${post}.language, 'published_at', ${post}.published_at)`;

/** A link to another post, whose alias is `o`. */
export const linkToOther: SQL = sql.raw(link('o'));

export const summaryColumns = (userId: Value): SQL => sql`
  p.id, p.title, p.language, p.published_at, p.teaser, p.category, p.status, p.is_pinned, p.reading_minutes, p.updated_at,
  p.alt, p.caption,
  coalesce(s.number <= (select seen_to from news_readers where user_id = ${userId}), false)
    or exists (select from news_reads as m where m.user_id = ${userId} and m.story_id = p.story_id) as is_read,
  (select json_build_object('id', i.id, 'width', i.width, 'height', i.height) from news_pictures as i where i.id = p.picture_id) as picture,
  (select coalesce(json_agg(${linkToOther} order by o.id), '[]') from news_posts as o
    where o.story_id = p.story_id and o.id <> p.id and o.status = 'published') as translations`;
