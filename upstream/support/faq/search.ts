/**
 * The search in questions and answers, as SQL. Each word of a search counts by itself, so that a whole sentence finds
 * the entries that have most of its rare words:
 * - A word finds the entries with its lexeme, and half as well those with words that begin with it ("Konto" finds
 *   "Kontoauszug").
 * - A word that is nowhere is taken for mistyped, and finds the words with the most similar trigrams.
 * - Question words count only where there is nothing else.
 * - A word of the question counts more than one of the answer, and a rare one more than a frequent one. How rare a
 *   typed word is depends on its most frequent form, so a rare longer word does not count more than the word itself.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { SupportCategory } from '../../contract/support-faq';
import type { Language } from '../../http/env';
import { wordsIn } from './words';

/** What PostgreSQL does not count among the stop words, and most questions begin with. */
const questionWords = new Set(['wann', 'warum', 'wieso', 'weshalb', 'wo', 'woher', 'wohin', 'wer', 'kommt', 'bekomme']);

/** A search has at most 100 characters, so this leaves out little, and bounds what it costs. */
const mostWords = 16;
/** Shorter words begin too many others, and are too similar to them. */
const shortestBeginning = 3;
const shortestMistyped = 4;
const leastSimilarity = 0.4;
/** An entry below this part of the best one shares only a common word with the search. */
const leastOfBest = 0.3;
/** How much more an entry of the topic counts in which somebody asks. */
const preference = 3;

const configurations: Record<Language, SQL> = { en: sql`'english'::regconfig`, de: sql`'german'::regconfig` };

/**
 * Returns common table expressions: `terms` with the lexemes to look for, and `hits (id, score)`.
 * @param typed what somebody searches for
 * @param among condition on `support_faq as f`
 * @param prefer the topic whose entries count more
 */
export function searchHits(typed: string, language: Language, among: SQL, prefer?: SupportCategory): SQL {
  const words = wordsToFind(typed);
  const list =
    words.length > 0
      ? sql`array[${sql.join(
          words.map((word) => sql`${word}`),
          sql`, `,
        )}]::text[]`
      : sql`'{}'::text[]`;
  return sql`
    typed as (
      select distinct on (t.lexeme) t.lexeme, t.word from (
        select w.word, w.at, (tsvector_to_array(to_tsvector(${configurations[language]}, w.word)))[1] as lexeme
        from unnest(${list}) with ordinality as w (word, at)
      ) as t
      where t.lexeme is not null order by t.lexeme, t.at
    ),
    known as (
      select t.lexeme as typed, w.lexeme, max(w.entries) as entries, case when w.lexeme = t.lexeme then 1 else 0.5 end as nearness
      from typed as t join support_faq_words as w on w.language = ${language} and (w.lexeme = t.lexeme
        or char_length(t.lexeme) >= ${shortestBeginning} and starts_with(w.lexeme, t.lexeme))
      group by t.lexeme, w.lexeme
    ),
    guessed as (
      select t.lexeme as typed, g.lexeme, max(g.entries) as entries, max(g.nearness) as nearness
      from typed as t cross join lateral (
        select w.lexeme, w.entries, similarity(w.word, t.word) as nearness
        from support_faq_words as w
        where w.language = ${language} and w.word % t.word and similarity(w.word, t.word) >= ${leastSimilarity}
        order by similarity(w.word, t.word) desc, w.word limit 3
      ) as g
      where char_length(t.word) >= ${shortestMistyped} and not exists (select from known as k where k.typed = t.lexeme)
      group by t.lexeme, g.lexeme
    ),
    terms as (
      select typed, lexeme, max(entries) over (partition by typed) as entries, nearness::float8,
        quote_literal(lexeme)::tsquery as query
      from (select * from known union all select * from guessed) as t
    ),
    size as (select count(*)::float8 as entries from support_faq where language = ${language} and withdrawn_at is null),
    scored as (
      select b.id, sum(b.score) as score from (
        select f.id, t.typed,
          ${prefer ? sql`case when f.category = ${prefer} then ${preference}::float8 else 1 end *` : sql``}
            max(t.nearness * ln(1 + s.entries / t.entries) * ts_rank('{0, 0.3, 0, 1}', f.search, t.query)) as score
        from terms as t cross join size as s
        join support_faq as f on f.search @@ t.query and f.language = ${language} and ${among}
        group by f.id, t.typed
      ) as b group by b.id
    ),
    hits as (
      select id, score from scored where score >= ${leastOfBest} * (select max(score) from scored)
    )`;
}

function wordsToFind(typed: string): string[] {
  const words = [...new Set(wordsIn(typed))];
  const telling = words.filter((word) => !questionWords.has(word));
  return (telling.length > 0 ? telling : words).slice(0, mostWords);
}

/** A condition: the language has one of the words itself, not only longer or similar ones. */
export const hasExactWord: SQL = sql`exists (select from terms where typed = lexeme)`;

/** Returns a subquery with the words that `terms` stands for, as the texts have them. */
export const wordsOfTerms = (language: Language): SQL => sql`(
  select coalesce(json_agg(w.word order by w.word), '[]') from support_faq_words as w
  where w.language = ${language} and w.lexeme in (select lexeme from terms))`;
