/**
 * Writes `size` stories with a post in each language, some of them in German only, and returns a member who has read
 * every third of the newest thousand. It disables the triggers, because the measured calls read only what is written here.
 */
export async function seedPosts(pool, size) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    // The job that draws the pictures of the demo club waits, as any writer of posts does.
    await client.query('select from news_stats for update');
    const { rows } = await client.query(`select id, email from users where email_verified_at is not null
      and google2fa_secret is null and 'news.view' = any (permissions) order by id desc limit 1`);
    const [{ id, email }] = rows;
    await client.query(stories(size));
    await client.query(posts);
    await client.query(marks(id, size));
    const sample = await client.query(`select id from news_posts where shown_en order by published_at desc, id desc
      offset ${Math.floor(size / 2)} limit 1`);
    await client.query('commit');
    await client.query('vacuum analyze news_stories, news_posts, news_reads, news_readers, news_stats');
    return { email, middle: sample.rows[0].id };
  } finally {
    client.release();
  }
}

/** They take the place of the demo club's own. The first is the newest. */
const stories = (size) => `
  delete from news_reads; delete from news_notices; delete from news_posts; delete from news_stories;
  insert into news_stories (slug, number, first_published_at, is_shown)
    select 'story-' || n, ${size} - n + 1, now() - n * interval '1 hour', true from generate_series(1, ${size}) as n`;

/** Each post has the word “hay”, one in a thousand stories “needle”, and each about as many words as a page of print. */
const posts = `
  insert into news_posts (story_id, language, atom_id, category, title, teaser, is_pinned, body, body_html, body_text,
    reading_minutes, status, published_at, created_at, updated_at, shown_en, shown_de)
    select s.id, language, gen_random_uuid(), (array['growing', 'club', 'events', 'technology'])[1 + number % 4],
      'Title ' || number || ' of the hay', 'A teaser about house ' || number % 50, number % 2000 = 7, words, '<p>' || words || '</p>', words,
      2, 'published', first_published_at, first_published_at, first_published_at,
      language = 'en' or number % 20 = 3, language = 'de'
    from news_stories as s cross join (values ('en'), ('de')) as languages (language) cross join lateral (
      select string_agg('word' || md5(s.id::text || n || language)::text || ' hay plants and money', ' ')
        || case when number % 1000 = 5 then ' needle' else '' end as words from generate_series(1, 60) as n) as text
    where language = 'de' or number % 20 <> 3`;

const marks = (user, size) => `
  update news_stats set shown = ${size}, last_number = ${size}, changed_at = now();
  update news_readers set seen_to = ${Math.max(0, size - 1000)}, covered = ${Math.max(0, size - 1000)};
  insert into news_reads (user_id, story_id, read_at) select ${user}, id, now() from news_stories
    where number > ${size - 1000} and number % 3 = 0;
  update news_readers as r set covered = covered + (select count(*) from news_reads as m where m.user_id = r.user_id)`;
