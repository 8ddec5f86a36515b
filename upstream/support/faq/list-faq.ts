/** Lists of questions and answers for a member. */
import { type SQL, sql } from 'drizzle-orm';
import { type Faq, type SupportCategory, supportCategories } from '../../contract/support-faq';
import type { Database } from '../../database/database';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';
import { escapeHtml } from './markdown';
import { hasExactWord, searchHits, wordsOfTerms } from './search';
import { markWords } from './words';

interface Reader {
  userId: number;
  language: Language;
}

interface Asked {
  category?: SupportCategory;
  /** Words to search for. */
  q?: string;
  /** The topic whose entries a search puts higher. */
  prefer?: SupportCategory;
  page: number;
  perPage: number;
}

interface Row {
  id: number;
  category: SupportCategory;
  question: string;
  answer_html: string;
  language: Language;
  helpful_yes: number;
  helpful_no: number;
  my_vote: 'yes' | 'no' | null;
  updated_at: string;
  position: number;
}

interface Found {
  total: number;
  /** Whether a search found a word itself, not only longer or similar ones. */
  exact: boolean;
  /** The words to mark, in lower case. */
  words: string[];
  data: Row[];
}

/**
 * Returns one page: of a search the best hits first, otherwise by topic and position. An entry comes in the reader's
 * language, or in the other one where there is no such. A search is made again in the other language where it finds
 * nothing, or only longer and similar words: what was typed may be words of the other language.
 */
export async function listFaq(db: Database, reader: Reader, asked: Asked): Promise<{ data: Faq[]; total: number }> {
  const { q } = asked;
  if (q === undefined) return show(await readPage(db, reader, asked, currentEntries(reader, asked)));
  const search = (language: Language) =>
    readPage(db, reader, asked, searchHits(q, language, inTopic(asked), asked.prefer), {
      words: wordsOfTerms(language),
      exact: hasExactWord,
    });
  const own = await search(reader.language);
  if (own.total > 0 && own.exact) return show(own);
  const other = await search(reader.language === 'de' ? 'en' : 'de');
  return show(own.total === 0 || (other.total > 0 && other.exact) ? other : own);
}

/** Returns one entry in its own language. @throws NotFound also for a withdrawn one */
export async function getFaq(db: Database, reader: Reader, id: number): Promise<Faq> {
  const one = sql`hits as (select f.id, 0 as score from support_faq as f where f.id = ${id} and f.withdrawn_at is null)`;
  const { data } = show(await readPage(db, reader, { page: 1, perPage: 1 }, one));
  if (!data[0]) throw new NotFound();
  return data[0];
}

/** Returns every topic with its number of entries, whatever their language. */
export async function countAnswers(db: Database): Promise<{ slug: SupportCategory; answers: number }[]> {
  const { rows } = await db.execute<{ slug: SupportCategory; answers: number }>(sql`
    select c.slug, count(distinct f.slug)::int as answers
    from unnest(${topics}) with ordinality as c (slug, at)
    left join support_faq as f on f.category = c.slug and f.withdrawn_at is null
    group by c.slug, c.at order by c.at`);
  return rows;
}

const topics = sql.raw(`array[${supportCategories.map((slug) => `'${slug}'`).join(', ')}]`);

const inTopic = ({ category }: Asked): SQL =>
  category ? sql`f.withdrawn_at is null and f.category = ${category}` : sql`f.withdrawn_at is null`;

const currentEntries = ({ language }: Reader, asked: Asked): SQL => sql`hits as (
  select distinct on (f.slug) f.id, 0 as score from support_faq as f
  where ${inTopic(asked)} order by f.slug, (f.language = ${language}) desc)`;

/** Reads a page of `hits (id, score)` in one statement. A page behind the last has the total too. */
async function readPage(
  db: Database,
  { userId }: Reader,
  { page, perPage }: Asked,
  expressions: SQL,
  { words, exact }: Record<'words' | 'exact', SQL> = { words: sql`'[]'::json`, exact: sql`false` },
): Promise<Found> {
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    with ${expressions},
    page as (
      select f.id, f.category, f.question, f.answer_html, f.language, f.helpful_yes, f.helpful_no, f.updated_at,
        f.position, v.vote as my_vote,
        row_number() over (order by h.score desc, array_position(${topics}, f.category), f.position, f.id) as place
      from hits as h join support_faq as f on f.id = h.id
      left join support_faq_votes as v on v.faq_id = f.id and v.user_id = ${userId}
      order by place limit ${perPage} offset ${(page - 1) * perPage}
    )
    select (select count(*)::int from hits) as total, ${words} as words, ${exact} as exact,
      (select coalesce(json_agg(p order by p.place), '[]') from page as p) as data`);
  return rows[0] ?? { total: 0, exact: false, words: [], data: [] };
}

function show({ total, words, data }: Found): { data: Faq[]; total: number } {
  const marked = new Set(words);
  return {
    total,
    data: data.map(({ id, category, question, answer_html, language, updated_at, ...row }) => ({
      ...{ id, category, question, language },
      question_html: markWords(escapeHtml(question), marked),
      answer_html: markWords(answer_html, marked),
      helpful_yes: row.helpful_yes,
      helpful_no: row.helpful_no,
      my_vote: row.my_vote,
      updated_at: new Date(updated_at).toISOString(),
      position: row.position,
    })),
  };
}
