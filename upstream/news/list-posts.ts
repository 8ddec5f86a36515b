/** Lists of posts for a member. */
import { type SQL, sql } from 'drizzle-orm';
import type { PostSummary } from '../contract/news';
import type { NewsCategory } from '../contract/news-categories';
import type { Database } from '../database/database';
import type { Language } from '../http/env';
import { type Reader, shownIn, summaryColumns } from './columns';
import { type SummaryRow, showSummary } from './show';

interface Asked {
  category?: NewsCategory | undefined;
  /** Words to search for. */
  q?: string | undefined;
  page: number;
  perPage: number;
}

type Row = SummaryRow & { title_marked?: string; teaser_marked?: string };

/** A search has at most 100 characters, so this leaves out little, and bounds what it costs. */
const mostWords = 16;
/** A search with more hits than this has the newest ones, and ranks no others: a rank reads all words of a post. */
const mostHits = 500;

/**
 * Returns one page: pinned posts first, then the newest; of a search the best hits first. A story comes in the reader's
 * language, or in the other one if it is not published in that. One statement, whatever there is.
 */
export async function listPosts(
  db: Database,
  reader: Reader,
  { category, q, page, perPage }: Asked,
): Promise<{ data: PostSummary[]; total: number }> {
  const among = sql`${shownIn(reader.language)}${category ? sql` and p.category = ${category}` : sql``}`;
  const window = sql`limit ${perPage} offset ${(page - 1) * perPage}`;
  const { pages, total, marks } = q === undefined ? listed(among, window) : searched(q, among, window);
  const { rows } = await db.execute<{ total: number; data: Row[] }>(sql`
    with ${pages}
    select ${total} as total, (
      select coalesce(json_agg(d order by d.place), '[]') from (
        select g.place, ${summaryColumns(reader)}${marks} from page as g
        join news_posts as p on p.id = g.id join news_stories as s on s.id = p.story_id
      ) as d) as data`);
  const found = rows[0] ?? { total: 0, data: [] };
  return { total: found.total, data: found.data.map(showRow) };
}

interface Query {
  /** Common table expressions, one of which is `page (id, place)`. */
  pages: SQL;
  total: SQL;
  marks: SQL;
}

const listed = (among: SQL, window: SQL): Query => ({
  pages: sql`page as (
    select p.id, row_number() over (order by p.is_pinned desc, p.published_at desc, p.id desc) as place from news_posts as p
    where ${among} order by p.is_pinned desc, p.published_at desc, p.id desc ${window})`,
  total: sql`(select count(*)::int from news_posts as p where ${among})`,
  marks: sql``,
});

/** A post has every word somewhere, in another form or as the beginning of a longer one. */
function searched(typed: string, among: SQL, window: SQL): Query {
  const words = [
    ...new Set(
      typed
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu),
    ),
  ].slice(0, mostWords);
  const query = (configuration: SQL) =>
    sql.join(
      [sql`''::tsquery`, ...words.map((word) => sql`to_tsquery(${configuration}, ${`'${word}':*`})`)],
      sql` && `,
    );
  // The index answers these conditions alone. One condition for both languages would read the words of each hit.
  const hitsIn = (language: Language) => sql`
    select p.id, p.published_at from news_posts as p
    where p.search @@ (${query(configurations[language])}) and p.language = ${language} and ${among}`;
  return {
    pages: sql`typed as (select ${query(configurations.de)} as de, ${query(configurations.en)} as en),
      hits as (${hitsIn('de')} union all ${hitsIn('en')}),
      newest as (select id from hits order by published_at desc, id desc limit ${mostHits}),
      ranked as (
        select p.id, p.published_at, ts_rank(p.search, case p.language when 'de' then t.de else t.en end) as rank
        from typed as t cross join newest as n join news_posts as p on p.id = n.id),
      page as (
        select id, row_number() over (order by rank desc, published_at desc, id desc) as place from ranked
        order by rank desc, published_at desc, id desc ${window})`,
    total: sql`(select count(*)::int from newest)`,
    marks: sql`, ${marked(sql`p.title`)} as title_marked, ${marked(sql`p.teaser`)} as teaser_marked`,
  };
}

const configurations: Record<Language, SQL> = { en: sql`'english'::regconfig`, de: sql`'german'::regconfig` };

/** Signs that no post can have, because its file would be refused. */
const marks = { begin: '\u0001', end: '\u0002' };

const marked = (column: SQL): SQL => sql`(select case p.language
  when 'de' then ts_headline('german', ${column}, t.de, ${headline}) else ts_headline('english', ${column}, t.en, ${headline}) end
  from typed as t)`;
const headline = `HighlightAll=true, StartSel=${marks.begin}, StopSel=${marks.end}`;

function showRow({ title_marked, teaser_marked, ...row }: Row): PostSummary {
  const { title, teaser } = row;
  return {
    ...showSummary(row),
    title_html: htmlOf(title_marked ?? title),
    teaser_html: htmlOf(teaser_marked ?? teaser),
  };
}

const htmlOf = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
    .replaceAll(marks.begin, '<mark>')
    .replaceAll(marks.end, '</mark>');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
