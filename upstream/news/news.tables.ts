/** Posts in their languages, who has read them, their pictures, and the feeds of members. Triggers keep all counts. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { type PhotoFormat, photoFormats } from '../contract/growing-photos';
import { PostAlt, PostCaption, PostTeaser, PostTitle, postStatuses } from '../contract/news';
import { newsCategories } from '../contract/news-categories';
import { bytes, instant } from '../database/columns';
import { fits, literal } from '../database/lengths';
import { users } from '../members/members.tables';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const languages = ['en', 'de'] as const;
const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

/** The longest Markdown of a post, in characters. */
export const longestBody = 40_000;

const configuration = `case language when 'de' then 'german'::regconfig else 'english'::regconfig end`;
const weighed = (column: string, weight: string) => `setweight(to_tsvector(${configuration}, ${column}), '${weight}')`;

/** What the club tells, in one language or both. It is read or unread as a whole. */
export const newsStories = pgTable(
  'news_stories',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull(),
    /** The place of the story in the order in which stories first appeared, from 1. */
    number: integer(),
    firstPublishedAt: instant(),
    /** Whether a version is published. */
    isShown: boolean().notNull().default(false),
  },
  (t) => [
    unique('news_stories_slug').on(t.slug),
    unique('news_stories_number').on(t.number),
    check('news_stories_slug_plain', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(${t.slug}) <= 80`),
    check('news_stories_first', sql`(${t.number} is null) = (${t.firstPublishedAt} is null)`),
    check('news_stories_shown', sql`not ${t.isShown} or ${t.number} is not null`),
  ],
);

/** A picture and its files never change. The same original is one picture. */
export const newsPictures = pgTable(
  'news_pictures',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the original. */
    hash: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [unique('news_pictures_hash').on(t.hash)],
);

export const newsPictureFiles = pgTable(
  'news_picture_files',
  {
    pictureId: uuid()
      .notNull()
      .references(() => newsPictures.id, { onDelete: 'cascade' }),
    format: text().$type<PhotoFormat>().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pictureId, t.format, t.width] }),
    check('news_picture_files_format', oneOf(t.format, photoFormats)),
    check('news_picture_files_size', sql`octet_length(${t.bytes}) between 1 and ${literal(16 * 1024 * 1024)}`),
  ],
);

/** A story in one language: a post. */
export const newsPosts = pgTable(
  'news_posts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    storyId: integer()
      .notNull()
      .references(() => newsStories.id, { onDelete: 'restrict' }),
    language: text({ enum: languages }).notNull(),
    /** What feed readers know the post by. */
    atomId: uuid().notNull(),
    category: text({ enum: newsCategories }).notNull(),
    title: text().notNull(),
    teaser: text().notNull(),
    isPinned: boolean().notNull(),
    /** The text as staff wrote it in Markdown, the same as HTML, and its words alone. */
    body: text().notNull(),
    bodyHtml: text().notNull(),
    bodyText: text().notNull(),
    readingMinutes: integer().notNull(),
    pictureId: uuid().references(() => newsPictures.id, { onDelete: 'restrict' }),
    alt: text(),
    caption: text(),
    status: text({ enum: postStatuses }).notNull(),
    scheduledFor: instant(),
    publishedAt: instant(),
    archivedAt: instant(),
    createdAt: instant().notNull(),
    /** When the post last changed for members. */
    updatedAt: instant().notNull(),
    /** Null for the demo club. */
    staffId: integer().references(() => users.id, { onDelete: 'restrict' }),
    /** Whether the lists in English and in German have this version. A story has one in each. */
    shownEn: boolean().notNull().default(false),
    shownDe: boolean().notNull().default(false),
    /** Computed by the database, so that it fits the stemmer of this PostgreSQL, also after a restore. */
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql.raw([weighed('title', 'A'), weighed('teaser', 'B'), weighed('body_text', 'D')].join(' || ')),
      ),
  },
  (t) => [
    unique('news_posts_version').on(t.storyId, t.language),
    // Lists are read along these, whose order is that of `desc()`.
    index('news_posts_list_en')
      .on(sql`${t.isPinned} desc`, sql`${t.publishedAt} desc`, sql`${t.id} desc`)
      .where(sql`${t.shownEn}`),
    index('news_posts_list_de')
      .on(sql`${t.isPinned} desc`, sql`${t.publishedAt} desc`, sql`${t.id} desc`)
      .where(sql`${t.shownDe}`),
    index('news_posts_topic_en')
      .on(t.category, sql`${t.isPinned} desc`, sql`${t.publishedAt} desc`, sql`${t.id} desc`)
      .where(sql`${t.shownEn}`),
    index('news_posts_topic_de')
      .on(t.category, sql`${t.isPinned} desc`, sql`${t.publishedAt} desc`, sql`${t.id} desc`)
      .where(sql`${t.shownDe}`),
    index('news_posts_time_en').on(t.publishedAt, t.id).where(sql`${t.shownEn}`),
    index('news_posts_time_de').on(t.publishedAt, t.id).where(sql`${t.shownDe}`),
    index('news_posts_due').on(t.scheduledFor).where(sql`${t.status} = 'scheduled'`),
    index('news_posts_picture').on(t.pictureId),
    // A search asks for one language of posts in one list. An index of all would find the posts of both, to drop half.
    index('news_posts_search_en').using('gin', t.search).where(sql`${t.shownEn} and ${t.language} = 'en'`),
    index('news_posts_search_de').using('gin', t.search).where(sql`${t.shownDe} and ${t.language} = 'de'`),
    index('news_posts_search_de_in_en').using('gin', t.search).where(sql`${t.shownEn} and ${t.language} = 'de'`),
    index('news_posts_search_en_in_de').using('gin', t.search).where(sql`${t.shownDe} and ${t.language} = 'en'`),
    check('news_posts_language', oneOf(t.language, languages)),
    check('news_posts_category', oneOf(t.category, newsCategories)),
    check('news_posts_status', oneOf(t.status, postStatuses)),
    check('news_posts_title', fits(t.title, PostTitle)),
    check('news_posts_teaser', fits(t.teaser, PostTeaser)),
    check('news_posts_body', sql`char_length(${t.body}) between 1 and ${literal(longestBody)}`),
    check('news_posts_minutes', sql`${t.readingMinutes} >= 1`),
    check('news_posts_alt', sql`${fits(t.alt, PostAlt)} and ${fits(t.caption, PostCaption)}`),
    check('news_posts_picture_told', sql`${t.pictureId} is null or ${t.alt} is not null`),
    check('news_posts_scheduled', sql`(${t.status} = 'scheduled') = (${t.scheduledFor} is not null)`),
    check(
      'news_posts_published',
      sql`(${t.status} <> 'published' or ${t.publishedAt} is not null) and (${t.status} not in ('draft', 'scheduled') or ${t.publishedAt} is null)`,
    ),
    check('news_posts_archived', sql`(${t.status} = 'archived') = (${t.archivedAt} is not null)`),
    check(
      'news_posts_shown',
      sql`${t.status} = 'published' and (${t.shownEn} or ${t.language} <> 'en') and (${t.shownDe} or ${t.language} <> 'de')
        or ${t.status} <> 'published' and not ${t.shownEn} and not ${t.shownDe}`,
    ),
  ],
);

/** One row: what all lists have in common. A transaction that publishes locks it first. */
export const newsStats = pgTable(
  'news_stats',
  {
    id: integer().primaryKey(),
    /** The number of stories that are shown now. */
    shown: integer().notNull().default(0),
    /** The number of the newest story. */
    lastNumber: integer().notNull().default(0),
    /** When a list last changed. */
    changedAt: instant(),
  },
  (t) => [
    check('news_stats_one', sql`${t.id} = 1`),
    check('news_stats_counts', sql`${t.shown} between 0 and ${t.lastNumber}`),
  ],
);

/** A member's reading. Unread are the stories that are shown, less those that are covered. */
export const newsReaders = pgTable(
  'news_readers',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Everything up to the story with this number counts as read. */
    seenTo: integer().notNull(),
    /** How many of the stories that are shown count as read. */
    covered: integer().notNull(),
  },
  (t) => [check('news_readers_counts', sql`${t.seenTo} >= 0 and ${t.covered} >= 0`)],
);

/** A story above `seenTo` that a member has read. */
export const newsReads = pgTable(
  'news_reads',
  {
    userId: integer()
      .notNull()
      .references(() => newsReaders.userId, { onDelete: 'cascade' }),
    storyId: integer()
      .notNull()
      .references(() => newsStories.id, { onDelete: 'restrict' }),
    readAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.storyId] }), index('news_reads_of_story').on(t.storyId)],
);

/** Which story members are told of, and how far that got. A job tells them. */
export const newsNotices = pgTable('news_notices', {
  storyId: integer()
    .primaryKey()
    .references(() => newsStories.id, { onDelete: 'restrict' }),
  /** The highest number of a member who was told. Members are told in the order of their numbers. */
  toldUpTo: integer().notNull().default(0),
  finishedAt: instant(),
});

/** The private feed of a member. */
export const newsFeeds = pgTable(
  'news_feeds',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What feed readers know the feed by, also under a new address. */
    atomId: uuid().notNull(),
    tokenHash: text().notNull(),
    /** The token, sealed, so that the page can show the address again. */
    sealedToken: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [unique('news_feeds_token').on(t.tokenHash)],
);
