/** Brings the questions and answers of the database to what a folder holds. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { supportFaq } from './faq.tables';
import type { FaqDraft } from './faq-file';

/** What an import did, as `de/slug` in the order of the files. */
export interface FaqChanges {
  added: string[];
  changed: string[];
  withdrawn: string[];
  unchanged: number;
}

/**
 * Adds, changes and withdraws entries. An entry keeps its id, its votes and its links, also when it was withdrawn and
 * comes back. Other imports wait.
 */
export async function importFaq(tx: Tx, drafts: readonly FaqDraft[], now: Date): Promise<FaqChanges> {
  await tx.execute(sql`lock table ${supportFaq} in share row exclusive mode`);
  const present = await tx.select().from(supportFaq).orderBy(asc(supportFaq.language), asc(supportFaq.slug));
  const known = new Map(present.map((row) => [nameOf(row), row]));
  const changes: FaqChanges = { added: [], changed: [], withdrawn: [], unchanged: 0 };
  for (const draft of drafts) {
    const name = nameOf(draft);
    const row = known.get(name);
    known.delete(name);
    if (row && !row.withdrawnAt && isSame(row, draft)) changes.unchanged++;
    else {
      const isReworded = row?.question !== draft.question || row.answer !== draft.answer;
      await save(tx, draft, isReworded ? now : row.updatedAt);
      (row && !row.withdrawnAt ? changes.changed : changes.added).push(name);
    }
  }
  for (const [name, row] of known) {
    if (row.withdrawnAt) continue;
    await tx.update(supportFaq).set({ withdrawnAt: now }).where(eq(supportFaq.id, row.id));
    changes.withdrawn.push(name);
  }
  await writeWords(tx);
  return changes;
}

const nameOf = ({ language, slug }: Pick<FaqDraft, 'language' | 'slug'>): string => `${language}/${slug}`;

/** The HTML counts too: a newer version of the product may render the same text in another way. */
const isSame = (row: typeof supportFaq.$inferSelect, draft: FaqDraft): boolean =>
  (Object.keys(draft) as (keyof FaqDraft)[]).every((key) => row[key] === draft[key]);

async function save(tx: Tx, draft: FaqDraft, updatedAt: Date): Promise<void> {
  const { slug: _slug, language: _language, ...content } = draft;
  await tx
    .insert(supportFaq)
    .values({ ...draft, updatedAt })
    .onConflictDoUpdate({
      target: [supportFaq.slug, supportFaq.language],
      set: { ...content, updatedAt, withdrawnAt: null },
    });
}

/** Writes the list of words anew. It is done at each import, because the stemmer of another PostgreSQL may differ. */
async function writeWords(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from support_faq_words`);
  await tx.execute(sql`
    with used as (
      select distinct f.id, f.language, w.word,
        (tsvector_to_array(to_tsvector(case f.language when 'de' then 'german'::regconfig else 'english'::regconfig end, w.word)))[1] as lexeme
      from support_faq as f
      cross join lateral regexp_split_to_table(f.question_words || ' ' || f.answer_words, ' ') as w (word)
      where f.withdrawn_at is null
    ), counted as (
      select language, lexeme, count(distinct id)::int as entries from used where lexeme is not null group by language, lexeme
    )
    insert into support_faq_words (language, word, lexeme, entries)
    select distinct u.language, u.word, u.lexeme, c.entries
    from used as u join counted as c on c.language = u.language and c.lexeme = u.lexeme`);
}
