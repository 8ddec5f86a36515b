/** A club with news, for tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { NewsFeed, Post, PostSummary } from '../contract/news';
import type { Open } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import type { Page } from '../http/paginator';
import { type Club, getToken, openClub } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { personalData } from '../personal-data';
import { tidyPrivacy } from '../privacy/privacy.housekeeping';
import { unreadPosts } from './news';
import { mountNews } from './news.api';
import { parsePostFile } from './post-file';
import { type PostRow, savePosts, type Target } from './publish';

export const start = new Date('2026-11-20T09:00:00Z');
export const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

export const openNews = (open: Open): Promise<Club> =>
  openClub(
    open,
    {},
    (api, deps) => {
      mountNews(api, deps);
      return { news: ({ news }) => news };
    },
    undefined,
    { news: unreadPosts(users.id) },
  );

export interface Written {
  id: string;
  language?: Language;
  category?: string;
  title?: string;
  teaser?: string;
  pinned?: 'yes' | 'no';
  image?: string;
  alt?: string;
  caption?: string;
  body?: string;
}

/** Returns the text of a file. */
export function fileOf({ body = 'Some words.', ...given }: Written): string {
  const matter = { language: 'en', category: 'club', title: `Title of ${given.id}`, teaser: 'A teaser.', ...given };
  const { id, ...rest } = matter;
  const lines = Object.entries({ id, ...rest }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n${body}\n`;
}

/** Writes files into a new folder, which is removed after the test, and returns their paths. */
export function filesIn(files: Record<string, string | Buffer>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'news-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => {
      writeFileSync(join(folder, name), content);
      return [name, join(folder, name)];
    }),
  );
}

/** Saves posts past the command line. */
export const save = async (
  deps: Pick<Deps, 'db' | 'jobs' | 'broadcaster'>,
  written: readonly Written[],
  at: Date,
  target: Target = { status: 'published' },
): Promise<PostRow[]> => {
  const versions = written.map((one) => ({ ...parsePostFile(fileOf(one)), pictureId: null, staffId: null }));
  const saved = await transaction(deps.db, (tx) => savePosts(tx, deps, versions, target, at));
  return saved.map(({ post }) => post);
};

/** Saves one post, and returns it. */
export async function savePost(...[deps, written, at, target]: [Parameters<typeof save>[0], Written, Date, Target?]) {
  const [post] = await save(deps, [written], at, target);
  if (!post) throw new Error('Nothing was saved.');
  return post;
}

/** Deletes an account, as the club does when its time is over. */
export async function leave(club: Club, userId: number): Promise<void> {
  const now = new Date();
  const due = { deletionRequestedAt: new Date(now.getTime() - 1000), deletionDueAt: now };
  await club.db.update(users).set(due).where(eq(users.id, userId));
  await tidyPrivacy(club, personalData, new Date(now.getTime() + 1000));
}

let readers = 0;

/** Adds a member, and returns the member's calls. They read in English. */
export async function aReader(club: Club, member: Parameters<Club['addMember']>[0] = {}) {
  const email = `reader.${++readers}@example.org`;
  const { id: userId } = await club.addMember({ email, ...member });
  const token = await getToken(club, email);
  const call = async <T>(method: string, path: string, body?: unknown, language: Language = 'en') => {
    const answer = await club.call(method, `/news${path}`, { token, body, language });
    return { ...answer, body: answer.body as unknown as T & { code?: string } };
  };
  const list = (query: Record<string, string> = {}, language?: Language) =>
    call<Page<PostSummary>>('GET', `/posts?${new URLSearchParams(query)}`, undefined, language);
  return {
    ...{ userId, token, email, call, list },
    titles: async (query: Record<string, string> = {}, language?: Language) =>
      (await list(query, language)).body.data.map(({ title }) => title),
    show: (id: number, language?: Language) => call<Post>('GET', `/posts/${id}`, undefined, language),
    read: async (id: number) => (await call('POST', `/posts/${id}/read`)).status,
    readAll: async (before: Date) => (await call('POST', '/posts/read', { before: before.toISOString() })).status,
    feed: () => call<{ feed: NewsFeed | null }>('GET', '/feed'),
    renewFeed: () => call<NewsFeed>('POST', '/feed'),
    endFeed: () => call('DELETE', '/feed'),
    unread: async () => {
      const { body } = await club.call('GET', '/user/header', { token });
      return (body as unknown as { notifications: { news?: { unread_count: number } } }).notifications.news
        ?.unread_count;
    },
  };
}

/** What is wrong when everything is counted anew. Nothing here is right by construction. */
const recount = sql`
  select 'stats' as what, s.id::text from news_stats s where s.shown <> (select count(*) from news_stories where is_shown)
    or s.last_number <> (select coalesce(max(number), 0) from news_stories)
    or s.last_number <> (select count(number) from news_stories)
  union all
  select 'story', s.id::text from news_stories s
    where s.is_shown <> exists (select from news_posts p where p.story_id = s.id and p.status = 'published')
      or (s.number is not null) <> exists (select from news_posts p where p.story_id = s.id and p.published_at is not null)
  union all
  select 'version', p.id::text from news_posts p where p.shown_en <> (p.status = 'published' and (p.language = 'en'
      or not exists (select from news_posts o where o.story_id = p.story_id and o.language = 'en' and o.status = 'published')))
    or p.shown_de <> (p.status = 'published' and (p.language = 'de'
      or not exists (select from news_posts o where o.story_id = p.story_id and o.language = 'de' and o.status = 'published')))
  union all
  select 'reader', r.user_id::text from news_readers r where r.covered <> (select count(*) from news_stories s where s.is_shown
    and (s.number <= r.seen_to or exists (select from news_reads m where m.user_id = r.user_id and m.story_id = s.id)))
  union all
  select 'mark', m.user_id || ' ' || m.story_id from news_reads m join news_readers r on r.user_id = m.user_id
    join news_stories s on s.id = m.story_id where s.number is null or s.number <= r.seen_to
  union all
  select 'member', u.id::text from users u where u.deleted_at is null and not exists (select from news_readers r where r.user_id = u.id)`;

export const listMiscounted = async ({ db }: Pick<Club, 'db'>) => (await db.execute(recount)).rows;
