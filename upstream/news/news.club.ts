/** The staff commands for news. */
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, auditStaff, type ClubCommand, CommandFailed, defineCommand, type Outcome } from '../club/command';
import { momentOption, wholeNumber } from '../club/options';
import { postStatuses } from '../contract/news';
import { newsCategories } from '../contract/news-categories';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { newsPosts, newsStories } from './news.tables';
import { storePicture } from './pictures-of-posts';
import { archivePost, PostRefused, type PostRow, type Saved, savePosts, type Target } from './publish';
import { type ReadPost, readPosts } from './read-posts';
import { pathOf } from './show';

const forEditors = { proof: 'required', permission: 'news.manage' } as const;
const files = z.array(z.string()).min(1).max(20, 'has more than 20 files: give them in parts');

const format = `FILE holds one post in one language:

  ---
  id: irrigation-house-3
  language: en
  category: growing
  title: House 3: the new irrigation is running
  teaser: Each plant gets its water from a dripper of its own.
  pinned: yes
  image: irrigation.jpg
  alt: A pipe with seven drippers over a row of young plants
  caption: Row 2 on the first day
  ---
  Until October we **watered by hand**. See [Growing](/growing).

The id is the same in both languages and never changes. Categories: ${newsCategories.join(', ')}.
pinned, image, alt and caption may be left out; an image needs an alt. It is a jpg, png or webp of up to 20 MB beside FILE.
A post has paragraphs, headings (## and ###), lists, quotations (>), **bold**, *italic*, \`code\` and links.
Give both languages at once, so that members are told in their own. If any file is wrong, nothing is changed.`;

/** `post publish FILE… [--at TIME]` */
export const postPublish = defineCommand({
  name: 'post publish',
  summary: 'Publish posts, now or at a time, or change them; members are told once',
  positionals: ['file'],
  takesMany: true,
  path: 'file',
  ...forEditors,
  options: { at: { value: 'TIME', summary: 'when it appears, such as 2027-01-01T09:00+01:00; unless given, now' } },
  details: format,
  given: z.strictObject({ file: files, at: momentOption.optional() }),
  run: async (deps, { file, at: given }, now, actor) => {
    const at = given ?? ('now' as const);
    if (at !== 'now' && at <= now) throw new CommandFailed(`${at.toISOString()} is in the past.`);
    return save(
      deps,
      file,
      at === 'now' ? { status: 'published' } : { status: 'scheduled', scheduledFor: at },
      now,
      actor,
    );
  },
});

/** `post preview FILE…` */
export const postPreview = defineCommand({
  name: 'post preview',
  summary: 'Keep posts as drafts, which only members with news.preview see',
  positionals: ['file'],
  takesMany: true,
  path: 'file',
  ...forEditors,
  options: {},
  details: 'FILE is as for post publish. A post that was published cannot become a draft.',
  given: z.strictObject({ file: files }),
  run: (deps, { file }, now, actor) => save(deps, file, { status: 'draft' }, now, actor),
});

async function save(deps: Deps, paths: string[], target: Target, begun: Date, actor: Actor): Promise<Outcome> {
  const clock = performance.now();
  const read = await readPosts(deps.db, paths);
  // Making pictures takes seconds. A list that was read meanwhile does not have the posts, so they appear after that.
  const hasTaken = read.some(({ picture }) => picture?.files.length) ? performance.now() - clock : 0;
  const now = new Date(begun.getTime() + hasTaken);
  return refusing(deps, async (tx) => {
    const versions = [];
    for (const { draft, picture } of read) versions.push(await versionOf(tx, draft, picture, actor, now));
    const saved = await savePosts(tx, deps, versions, target, now);
    const posts = saved.map(({ post, change }, at) => describe(post, change, read[at]?.draft.slug ?? '', deps));
    for (const { post, change } of saved) {
      if (change === 'unchanged') continue;
      const detail = { post: post.id, status: post.status, change };
      await auditStaff(tx, now, { actor, action: 'post.saved', detail });
    }
    return { lines: posts.map(lineOf), data: { posts } };
  });
}

async function versionOf(tx: Tx, draft: ReadPost['draft'], picture: ReadPost['picture'], actor: Actor, now: Date) {
  const { slug, language, text } = draft;
  const pictureId = picture && (await storePicture(tx, picture, now));
  return { slug, language, text, pictureId, staffId: actor.id };
}

/** `post archive ID` */
export const postArchive = defineCommand({
  name: 'post archive',
  summary: 'Take a post away from members, or end a draft; post publish brings it back',
  positionals: ['id'],
  ...forEditors,
  options: {},
  given: z.strictObject({ id: wholeNumber(1, 999_999_999) }),
  run: (deps, { id }, now, actor) =>
    refusing(deps, async (tx) => {
      const post = await archivePost(tx, id, now);
      await auditStaff(tx, now, { actor, action: 'post.archived', detail: { post: id } });
      return { lines: [`Archived post ${id}: ${post.title}.`], data: { post: id, title: post.title } };
    }),
});

/** `post list` */
export const postList = defineCommand({
  name: 'post list',
  summary: 'The newest posts with their status',
  positionals: [],
  ...forEditors,
  options: {
    status: { value: 'STATUS', summary: postStatuses.join(', ') },
    limit: { value: 'NUMBER', summary: 'how many, 50 unless given' },
  },
  given: z.strictObject({ status: z.enum(postStatuses).optional(), limit: wholeNumber(1, 1000).default(50) }),
  run: async (deps, { status, limit }) => {
    const rows = await deps.db
      .select({ post: newsPosts, slug: newsStories.slug })
      .from(newsPosts)
      .innerJoin(newsStories, eq(newsStories.id, newsPosts.storyId))
      .where(status && eq(newsPosts.status, status))
      .orderBy(desc(newsPosts.id))
      .limit(limit);
    const posts = rows.map(({ post, slug }) => describe(post, null, slug, deps));
    return { lines: posts.length > 0 ? posts.map(lineOf) : ['There are no such posts.'], data: { posts } };
  },
});

/** The staff commands of news, in the order of the usage. */
export const newsCommands: readonly ClubCommand[] = [postPublish, postPreview, postArchive, postList];

const refusing = (deps: Deps, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> =>
  transaction(deps.db, work).catch((error: unknown) => {
    throw error instanceof PostRefused ? new CommandFailed(error.message) : error;
  });

const describe = (post: PostRow, change: Saved['change'] | null, slug: string, { config }: Pick<Deps, 'config'>) => ({
  ...{ id: post.id, name: `${post.language}/${slug}`, title: post.title, status: post.status },
  ...(change && { change }),
  scheduled_for: post.scheduledFor?.toISOString() ?? null,
  published_at: post.publishedAt?.toISOString() ?? null,
  url: config.publicUrl + pathOf(post),
});

const lineOf = ({ id, name, title, status, change, scheduled_for, url }: ReturnType<typeof describe>): string => {
  const state = scheduled_for ? `${status} for ${scheduled_for}` : status;
  return `${id} ${name}: ${change ? `${change}, ` : ''}${state}. ${title}. ${url}`;
};
