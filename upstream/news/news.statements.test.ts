/** How many statements each call sends, and that ten thousand posts are read along an index (decision 0024). */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { recordStatements } from '../database/statements.testing';
import type { Club } from '../identity/identity.testing';
import { pastTriggers } from '../wallet/wallet.testing';
import { getPost } from './get-post';
import { listPosts } from './list-posts';
import { aReader, openNews, savePost, start } from './news.testing';

/** Adds many posts in English past the triggers. One in a thousand has the word `quince`. */
const fill = (club: Club, posts: number) =>
  pastTriggers(club, async (tx) => {
    await tx.execute(sql`insert into news_stories (slug, number, first_published_at, is_shown)
      select 's' || n, n + 1, ${start.toISOString()}::timestamptz + n * interval '1 minute', true from generate_series(1, ${posts}::int) as n`);
    await tx.execute(sql`insert into news_posts (story_id, language, atom_id, category, title, teaser, is_pinned, body, body_html,
        body_text, reading_minutes, status, published_at, created_at, updated_at, shown_en, shown_de)
      select s.id, 'en', gen_random_uuid(), 'club', 'Post ' || s.slug, 'Teaser', false, 'x', '<p>x</p>',
        case when s.number % 1000 = 0 then 'quince' else 'words' end, 1, 'published',
        s.first_published_at, s.first_published_at, s.first_published_at, true, true
      from news_stories as s where not exists (select from news_posts as p where p.story_id = s.id)`);
    await tx.execute(sql`update news_stats set shown = ${posts + 1}, last_number = ${posts + 1}`);
    // What the server does by itself, somewhat later.
    await tx.execute(sql`select gin_clean_pending_list('news_posts_search_en')`);
    await tx.execute(sql`analyze news_posts`);
  });

/** How a statement runs whatever its values are. */
async function planOf({ db }: Club, text: string): Promise<string> {
  const client = await db.$client.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare looked_at as ${text}`);
    const values = Array.from({ length: new Set(text.match(/\$\d+/g)).size }, () => 'null').join(', ');
    const { rows } = await client.query(`explain execute looked_at${values && `(${values})`}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('deallocate all; reset plan_cache_mode');
    client.release();
  }
}

describeOnEachDatabase('news', (open) => {
  it('takes one statement for a list, a search and a post, also with 10,000 posts', { timeout: 120_000 }, async () => {
    const club = await openNews(open);
    const mia = await aReader(club);
    const { id } = await savePost(club, { id: 'first', pinned: 'yes' }, start);
    const reader = { userId: mia.userId, language: 'en' as const };
    const calls = {
      list: () => listPosts(club.db, reader, { page: 1, perPage: 15 }),
      topic: () => listPosts(club.db, reader, { page: 3, perPage: 15, category: 'club' }),
      search: () => listPosts(club.db, reader, { page: 1, perPage: 15, q: 'quince' }),
      post: () => getPost(club.db, reader, id, false),
    };
    await fill(club, 10_000);
    for (const [name, work] of Object.entries(calls))
      expect([name, (await recordStatements(work)).length]).toEqual([name, 1]);
    const { data, total } = await calls.list();
    expect([data.length, total, data[0]?.is_pinned, data[1]?.title]).toEqual([15, 10_001, true, 'Post s10000']);
    expect(await calls.search()).toMatchObject({ total: 10, has_more: false });
    // A search ranks the newest hundred posts.
    const common = await listPosts(club.db, reader, { page: 7, perPage: 15, q: 'words' });
    expect([common.total, common.has_more, common.data.length, common.data.at(-1)?.title]).toEqual([
      100,
      true,
      10,
      'Post s9900',
    ]);
    const last = await listPosts(club.db, reader, { page: 667, perPage: 15 });
    expect(last.data.map(({ title }) => title)).toEqual(Array.from({ length: 11 }, (_, at) => `Post s${11 - at}`));
    // The planner does not know how few the hits are, and must not read all posts for their ranks.
    for (const work of [calls.search, calls.list]) {
      const [text = ''] = await recordStatements(work);
      expect(await planOf(club, text)).not.toContain('Seq Scan on news_posts');
    }
    const plan = async (query: string) => JSON.stringify((await club.db.$client.query(`explain ${query}`)).rows);
    const order = 'is_pinned desc, published_at desc, id desc limit 15';
    expect(await plan(`select id from news_posts where shown_en order by ${order}`)).toContain('news_posts_list_en');
    const topic = `select id from news_posts where shown_de and category = 'club' order by ${order}`;
    expect(await plan(topic)).toMatch(/news_posts_(topic|list)_de/);
    // Each list has an index for its own language, and one for the posts that exist only in the other.
    for (const [language, other] of [
      ['en', 'de'],
      ['de', 'en'],
    ] as const) {
      const search = () => listPosts(club.db, { ...reader, language }, { page: 1, perPage: 15, q: 'quince' });
      const [searched = ''] = await recordStatements(search);
      const found = await planOf(club, searched);
      expect(found).toMatch(new RegExp(`news_posts_search_${language}\\b`));
      expect(found).toContain(`news_posts_search_${other}_in_${language}`);
    }
    const next =
      'select id from news_posts where shown_en and (published_at, id) < (now(), 1) order by published_at desc, id desc limit 1';
    expect(await plan(next)).toContain('news_posts_time_en');
  });
});
