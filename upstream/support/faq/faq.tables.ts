/** Questions and answers, the words they are found by, and the votes of members. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { supportCategories } from '../../contract/support-faq';
import { instant } from '../../database/columns';
import { users } from '../../members/members.tables';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

const languages = ['en', 'de'] as const;
const votes = ['yes', 'no'] as const;
const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

const configuration = `case language when 'de' then 'german'::regconfig else 'english'::regconfig end`;

/** One row for each question in each language. A withdrawn one stays, so that its id and votes come back with it. */
export const supportFaq = pgTable(
  'support_faq',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The same in both languages. */
    slug: text().notNull(),
    language: text({ enum: languages }).notNull(),
    category: text({ enum: supportCategories }).notNull(),
    position: integer().notNull(),
    question: text().notNull(),
    /** The answer as staff wrote it, in Markdown. */
    answer: text().notNull(),
    answerHtml: text().notNull(),
    /** The words of question and answer in lower case, which the search reads. */
    questionWords: text().notNull(),
    answerWords: text().notNull(),
    /** Computed by the database, so that it fits the stemmer of this PostgreSQL, also after a restore. */
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql.raw(
            `setweight(to_tsvector(${configuration}, question_words), 'A') || setweight(to_tsvector(${configuration}, answer_words), 'C')`,
          ),
      ),
    /** Kept by a trigger on the votes. */
    helpfulYes: integer().notNull().default(0),
    helpfulNo: integer().notNull().default(0),
    /** When question or answer last changed. */
    updatedAt: instant().notNull(),
    withdrawnAt: instant(),
  },
  (t) => [
    unique('support_faq_slug').on(t.slug, t.language),
    index('support_faq_search').using('gin', t.search),
    check('support_faq_slug_plain', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('support_faq_language', oneOf(t.language, languages)),
    check('support_faq_category', oneOf(t.category, supportCategories)),
    check('support_faq_counts', sql`${t.helpfulYes} >= 0 and ${t.helpfulNo} >= 0`),
  ],
);

/** Every word of the current questions and answers, so that a mistyped one finds its neighbours. */
export const supportFaqWords = pgTable(
  'support_faq_words',
  {
    language: text({ enum: languages }).notNull(),
    word: text().notNull(),
    lexeme: text().notNull(),
    /** In how many entries the lexeme is. */
    entries: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.language, t.word] }),
    check('support_faq_words_language', oneOf(t.language, languages)),
  ],
);

/** Whether a member found an answer helpful: at most one vote each. */
export const supportFaqVotes = pgTable(
  'support_faq_votes',
  {
    faqId: integer()
      .notNull()
      .references(() => supportFaq.id, { onDelete: 'restrict' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    vote: text({ enum: votes }).notNull(),
    votedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.faqId, t.userId] }),
    index('support_faq_votes_of_member').on(t.userId),
    check('support_faq_votes_vote', oneOf(t.vote, votes)),
  ],
);
