/** Whatever happens to posts and readers, compared with the simplest program that could keep it. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { extent } from '../extent.testing';
import { HttpProblem } from '../http/problems';
import type { Club } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { listPosts } from './list-posts';
import { unreadPosts } from './news';
import { after, listMiscounted, openNews, save } from './news.testing';
import { archivePost, PostRefused } from './publish';
import { publishDuePosts } from './publish-due';
import { markAllAsRead, markAsRead } from './read-marks';

type Language = 'en' | 'de';
type Status = 'draft' | 'scheduled' | 'published' | 'archived';

interface Version {
  id: number;
  status: Status;
  publishedAt: number | null;
  due: number;
  pinned: boolean;
}

interface Model {
  stories: { versions: Partial<Record<Language, Version>>; first: number | null }[];
  /** What each reader has read, by the story. */
  readers: { id: number; read: Set<number> }[];
}

const languages = ['en', 'de'] as const;
const kinds = [
  'publish',
  'publish',
  'draft',
  'schedule',
  'archive',
  'due',
  'read',
  'read',
  'read all',
  'join',
] as const;
const operation = fc.record({
  kind: fc.constantFrom(...kinds),
  story: fc.nat({ max: 3 }),
  language: fc.constantFrom(...languages),
  who: fc.nat({ max: 9 }),
  ago: fc.nat({ max: 4 }),
  pinned: fc.boolean(),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const isShown = ({ versions }: Model['stories'][number]) =>
  languages.some((language) => versions[language]?.status === 'published');

const refused = (error: unknown) => {
  if (error instanceof PostRefused || error instanceof HttpProblem) return null;
  throw error;
};

async function perform(club: Club, model: Model, { kind, story, language, who, ago, pinned }: Operation, now: number) {
  const known = model.stories[story] as Model['stories'][number];
  const version = known.versions[language];
  const reader = model.readers[who % model.readers.length];
  const appear = (one: Version) => {
    one.status = 'published';
    one.publishedAt ??= now;
    known.first ??= now;
  };
  const write = async (status: 'draft' | 'scheduled' | 'published') => {
    const target = status === 'scheduled' ? { status, scheduledFor: after(now + ago) } : { status };
    const written = {
      id: `s${story}`,
      language,
      title: `s${story} ${language}`,
      pinned: pinned ? 'yes' : 'no',
    } as const;
    const saved = await save(club, [written], after(now), target).catch(refused);
    expect(saved === null).toBe(status !== 'published' && version?.publishedAt != null);
    const [row] = saved ?? [];
    if (!row) return;
    const one = version ?? { id: row.id, status, publishedAt: null, due: 0, pinned };
    known.versions[language] = Object.assign(one, { status, pinned, due: now + ago });
    if (status === 'published') appear(one);
  };
  switch (kind) {
    case 'publish':
      return write('published');
    case 'draft':
      return write('draft');
    case 'schedule':
      return write('scheduled');
    case 'archive':
      if (!version) return;
      await transaction(club.db, (tx) => archivePost(tx, version.id, after(now))).catch(refused);
      version.status = 'archived';
      return;
    case 'due':
      await publishDuePosts(club, after(now));
      for (const each of model.stories)
        for (const one of Object.values(each.versions))
          if (one.status === 'scheduled' && one.due <= now) {
            Object.assign(one, { status: 'published', publishedAt: now });
            each.first ??= now;
          }
      return;
    case 'read': {
      if (!version || !reader) return;
      const marked = await markAsRead(club.db, reader.id, version.id, after(now)).catch(refused);
      expect(marked === null).toBe(version.status !== 'published');
      if (version.status === 'published') reader.read.add(story);
      return;
    }
    case 'read all':
      if (!reader) return;
      await markAllAsRead(club.db, reader.id, after(now - ago), after(now));
      for (const [at, each] of model.stories.entries())
        if (each.first !== null && each.first <= now - ago) reader.read.add(at);
      return;
    case 'join': {
      const { id } = await club.addMember({ email: `m${model.readers.length}@example.org` });
      const read = model.stories.flatMap(({ first }, at) => (first === null ? [] : [at]));
      model.readers.push({ id, read: new Set(read) });
    }
  }
}

/** Compares the count and both lists of each reader. */
async function compare(club: Club, model: Model) {
  const shown = [...model.stories.entries()].filter(([, story]) => isShown(story));
  for (const { id, read } of model.readers) {
    const [row] = await club.db.select(unreadPosts(users.id)).from(users).where(eq(users.id, id));
    expect(row?.unread_count).toBe(shown.filter(([at]) => !read.has(at)).length);
    for (const language of languages) {
      const other = language === 'de' ? 'en' : 'de';
      const expected = shown.map(([at, { versions }]) => {
        const own = versions[language];
        const [one, of] = own?.status === 'published' ? [own, language] : [versions[other] as Version, other];
        return {
          title: `s${at} ${of}`,
          is_read: read.has(at),
          order: [one.pinned ? 1 : 0, one.publishedAt ?? 0, one.id],
        };
      });
      expected.sort((a, b) => b.order.reduce((found, value, at) => found || value - (a.order[at] ?? 0), 0));
      const { data, total } = await listPosts(club.db, { userId: id, language }, { page: 1, perPage: 50 });
      expect(total).toBe(expected.length);
      expect(data.map(({ title, is_read }) => [title, is_read])).toEqual(
        expected.map(({ title, is_read }) => [title, is_read]),
      );
    }
  }
  expect(await listMiscounted(club)).toEqual([]);
}

describeOnEachDatabase('posts and their readers', (open) => {
  it('are what the simplest program keeps', { timeout: extent(240_000, 3_600_000) }, async () => {
    const club = await openNews(open);
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 25 }), async (operations) => {
        await club.empty();
        const { id } = await club.addMember({ email: 'first@example.org' });
        const model: Model = {
          stories: Array.from({ length: 4 }, () => ({ versions: {}, first: null })),
          readers: [{ id, read: new Set() }],
        };
        for (const [at, one] of operations.entries()) await perform(club, model, one, at * 2);
        await compare(club, model);
      }),
      { numRuns: extent(6, 1000) },
    );
  });
});
