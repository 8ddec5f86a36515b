import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { newsPosts, newsStories } from '../../upstream/news/news.tables';
import type { Club } from './club';
import type { Language } from './texts';

export interface Story {
  /** The same in both languages. */
  id: string;
  /** A title for each language that the story is in. */
  titles: Partial<Record<Language, string>>;
  category?: 'growing' | 'club' | 'events' | 'technology';
  pinned?: boolean;
  body?: string;
}

/** Writes the files of a story and hands them to `post publish`, or to another command of posts with its options. */
export async function publishStory(
  club: Pick<Club, 'staff' | 'db'>,
  { id, titles, category = 'club', pinned = false, body = '## Why\n\n- one\n- two' }: Story,
  [command = 'publish', ...options]: string[] = [],
): Promise<Partial<Record<Language, number>>> {
  const folder = mkdtempSync(join(tmpdir(), 'news-'));
  const files = Object.entries(titles).map(([language, title]) => {
    const matter = { id, language, category, title, teaser: `${title}.`, pinned: pinned ? 'yes' : 'no' };
    const lines = Object.entries(matter).map(([name, value]) => `${name}: ${value}`);
    const file = join(folder, `${language}.md`);
    writeFileSync(file, `---\n${lines.join('\n')}\n---\n${body}\n`);
    return file;
  });
  const { code, stderr } = await club.staff('post', command, ...files, ...options);
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error(stderr);
  const posts = await club.db
    .select({ id: newsPosts.id, language: newsPosts.language })
    .from(newsPosts)
    .innerJoin(newsStories, eq(newsStories.id, newsPosts.storyId))
    .where(eq(newsStories.slug, id))
    .orderBy(newsPosts.id);
  return Object.fromEntries(posts.map((post) => [post.language, post.id]));
}

/** Copies the first post with a title, each copy into a story of its own, past the triggers. Copies are the oldest posts. */
export const copyPost = ({ db }: Pick<Club, 'db'>, title: string, count: number) =>
  db.execute(
    sql.raw(`do $$ begin
      set local session_replication_role = replica;
      insert into news_stories (slug, number, first_published_at, is_shown)
        select '${title}-' || n || '-of-${count}', -(select count(*) from news_stories) - n, '2020-01-01', true from generate_series(1, ${count}) as n;
      insert into news_posts (story_id, language, atom_id, category, title, teaser, is_pinned, body, body_html, body_text,
          reading_minutes, status, published_at, created_at, updated_at, shown_en, shown_de)
        select s.id, p.language, gen_random_uuid(), p.category, p.title, p.teaser, false, p.body, p.body_html, p.body_text,
          p.reading_minutes, p.status, '2020-01-01', '2020-01-01', '2020-01-01', true, true
        from (select * from news_posts where title = '${title}' order by id limit 1) as p
          cross join news_stories as s where s.slug like '${title}-%-of-${count}';
    end $$`),
  );
