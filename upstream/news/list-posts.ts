/** Lists of posts for a member. */
import { type SQL, sql } from 'drizzle-orm';
import type { PostSummary } from '../contract/news';
import type { NewsCategory } from '../contract/news-categories';
import type { Database } from '../database/database';
import { preparedSql } from '../database/prepared';
import type { Language } from '../http/env';
import { type Reader, shownIn, summaryColumns, type Value } from './columns';
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
const mostHits = 100;

/**
 * Returns one page: pinned posts first, then the newest; of a search the best hits first. A story comes in the reader's
 * language, or in the other one if it is not published in that. One statement, whatever there is.
 */
export async function listPosts(
  db: Database,
  reader: Reader,
  { category, q, page, perPage }: Asked,
): Promise<{ data: PostSummary[]; total: number; has_more: boolean }> {
  const { userId, language } = reader;
  const window = { offset: (page - 1) * perPage, perPage };
  const isWhole = q === undefined && category === undefined;
  const rows = isWhole
    ? await wholeLists[language](db, { userId, ...window })
    : (await db.execute<Found>(select(reader, { category, q }, window))).rows;
  const { data, ...found } = rows[0] ?? { total: 0, has_more: false, data: [] };
  return { ...found, data: data.map(showRow) };
}

type Found = { total: number; has_more: boolean; data: Row[] };

interface Window {
  offset: Value;
  perPage: Value;
}

function select(
  { userId, language }: { userId: Value; language: Language },
  { category, q }: Pick<Asked, 'category' | 'q'>,
  window: Window,
): SQL {
  const among = sql`${shownIn(language)}${category ? sql` and p.category = ${category}` : sql``}`;
  const counted = category ? sql`select count(*)::int as posts from news_posts as p where ${among}` : kept;
  const { pages, total, hasMore, marks } =
    q === undefined ? listed(among, counted, window) : searched(q, among, window);
  // With `offset 0` each row is looked up. The planner takes a page for many rows, and would read the tables for it.
  return sql`
    with ${pages}
    select ${total} as total, ${hasMore} as has_more, (
      select coalesce(json_agg(d order by d.place), '[]') from (
        select g.place, ${summaryColumns(userId)}${marks} from page as g
        cross join lateral (select * from news_posts where id = g.id offset 0) as p
        cross join lateral (select * from news_stories where id = p.story_id offset 0) as s
      ) as d) as data`;
}

/** The list of all posts, which the dashboard shows as well. */
const wholeList = (language: Language) =>
  preparedSql<Found>(`news_list_${language}`, () => {
    const { placeholder } = sql;
    const window = { offset: placeholder('offset'), perPage: placeholder('perPage') };
    return select({ userId: placeholder('userId'), language }, {}, window);
  });

const wholeLists = { en: wholeList('en'), de: wholeList('de') };

interface Query {
  /** Common table expressions, one of which is `page (id, place)`. */
  pages: SQL;
  total: SQL;
  hasMore: SQL;
  marks: SQL;
}

/** Each story that is shown has one place in the list of each language. */
const kept = sql`select coalesce((select shown from news_stats), 0) as posts`;

/** A page in the second half is read from the end. */
function listed(among: SQL, count: SQL, { offset, perPage }: Window): Query {
  const total = sql`(select posts from counted)`;
  const left = sql`greatest(${total} - ${offset}::bigint, 0)`;
  const isNearEnd = sql`${offset}::bigint > ${total} / 2`;
  const ordered = (way: SQL) => sql`order by p.is_pinned ${way}, p.published_at ${way}, p.id ${way}`;
  const from = (way: SQL, window: SQL) => sql`
    (select p.id, p.is_pinned, p.published_at from news_posts as p where ${among} ${ordered(way)} ${window})`;
  const begin = from(sql`desc`, sql`limit case when ${isNearEnd} then 0 else ${perPage}::bigint end offset ${offset}`);
  const end = from(
    sql`asc`,
    sql`limit case when ${isNearEnd} then least(${left}, ${perPage}) else 0 end offset greatest(${left} - ${perPage}, 0)`,
  );
  return {
    pages: sql`counted as (${count}), page as (
      select p.id, row_number() over (${ordered(sql`desc`)}) as place from (${begin} union all ${end}) as p)`,
    total,
    hasMore: sql`false`,
    marks: sql``,
  };
}

/** A post has every word somewhere, in another form or as the beginning of a longer one. */
function searched(typed: string, among: SQL, { offset, perPage }: Window): Query {
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
  // An index answers these conditions alone. One condition for both languages would read the words of each hit.
  const hitsIn = (language: Language) => sql`
    select p.id, p.published_at from news_posts as p
    where p.search @@ (${query(configurations[language])}) and ${written[language]} and ${among}`;
  const hits = sql`(select count(*)::int from newest)`;
  return {
    pages: sql`typed as (select ${query(configurations.de)} as de, ${query(configurations.en)} as en),
      hits as (${hitsIn('de')} union all ${hitsIn('en')}),
      newest as (select id, published_at from hits order by published_at desc, id desc limit ${mostHits + 1}),
      ranking as (select id, published_at from newest order by published_at desc, id desc limit ${mostHits}),
      ranked as (select n.id, n.published_at, ${rank} as rank from ranking as n),
      page as (
        select id, row_number() over (order by rank desc, published_at desc, id desc) as place from ranked
        order by rank desc, published_at desc, id desc limit ${perPage} offset ${offset})`,
    total: sql`least(${hits}, ${mostHits}::int)`,
    hasMore: sql`${hits} > ${mostHits}`,
    marks: sql`, ${marked(sql`p.title`)} as title_marked, ${marked(sql`p.teaser`)} as teaser_marked`,
  };
}

/** A join would read all posts, because the planner does not know how few the hits are. */
const rank = sql`(select ts_rank(p.search, case p.language when 'de' then t.de else t.en end)
  from typed as t cross join news_posts as p where p.id = n.id)`;

const configurations: Record<Language, SQL> = { en: sql`'english'::regconfig`, de: sql`'german'::regconfig` };

/** Literals, so that a plan for any parameters can use the indexes of one language. */
const written: Record<Language, SQL> = { en: sql`p.language = 'en'`, de: sql`p.language = 'de'` };

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
