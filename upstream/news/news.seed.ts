/** The news of the demo club: stories of the past months, and some that its simulator publishes. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { configFolder } from '../config-file';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { drawPicture } from '../pictures/pictures';
import { newsNotices, newsPosts, newsStories } from './news.tables';
import { type MadePicture, makePicture, storePicture } from './pictures-of-posts';
import { type PostDraft, parsePostFile } from './post-file';
import { lockPublishing, savePosts } from './publish';

const dayMs = 24 * 60 * 60_000;
/** Time between two stories. The newest one is half as old. */
const betweenMs = 9 * dayMs;
/** The number of the newest stories that members of the demo club have not read. */
const unread = 2;

const demoFolder = (): string => join(configFolder(process.env), 'news');

/**
 * Publishes the posts of a folder, one after the other over the past months, and lets a job draw their pictures. Does
 * nothing when there is any story. Nobody is told.
 */
export async function seedNews(
  deps: Pick<Deps, 'db' | 'jobs' | 'broadcaster'>,
  now: Date,
  folder = demoFolder(),
): Promise<void> {
  if ((await deps.db.$count(newsStories)) > 0) return;
  const stories = await readStories(folder);
  await transaction(deps.db, async (tx) => {
    await lockPublishing(tx);
    if (stories.length === 0 || (await tx.$count(newsStories)) > 0) return;
    for (const [index, drafts] of stories.entries()) {
      const at = new Date(now.getTime() - (stories.length - index - 0.5) * betweenMs);
      const slug = drafts[0]?.slug ?? '';
      const [story] = await tx.insert(newsStories).values({ slug }).returning();
      if (story) await tx.insert(newsNotices).values({ storyId: story.id, finishedAt: at });
      await saveDrafts(tx, deps, drafts, at);
    }
    await tx.execute(sql`update news_readers set seen_to = ${stories.length - unread}`);
    await deps.jobs.enqueue(tx, 'demo-news-pictures', { now: now.toISOString() });
  });
}

/** Returns the files of both languages by story, in the order of their numbers. */
async function readStories(folder: string): Promise<PostDraft[][]> {
  const stories = new Map<string, PostDraft[]>();
  const files = await Promise.all(['en', 'de'].map((language) => listFiles(join(folder, language))));
  for (const path of files.flat().sort((one, other) => (numberOf(one) < numberOf(other) ? -1 : 1))) {
    const draft = parsePostFile(await readFile(path, 'utf8'));
    stories.set(draft.slug, [...(stories.get(draft.slug) ?? []), draft]);
  }
  return [...stories.values()];
}

async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

/** Returns the name without its folder: `10-quiet-hours.md`. */
const numberOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const saveDrafts = (
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'broadcaster'>,
  drafts: readonly PostDraft[],
  at: Date,
  pictureId: string | null = null,
) => {
  const versions = drafts.map(({ image: _image, ...draft }) => ({ ...draft, pictureId, staffId: null }));
  return savePosts(tx, deps, versions, { status: 'published' }, at);
};

/** Draws the pictures that seeded posts lack. Posts that have one keep it, so a killed job may run again. */
export async function drawNewsPictures({ db }: Pick<Deps, 'db'>, now: Date, folder = demoFolder()): Promise<void> {
  for (const [image, slugs] of picturesOf(await readStories(folder))) {
    const picture = await drawn(db, folder, image);
    await transaction(db, async (tx) => {
      await lockPublishing(tx);
      const stories = tx.select({ id: newsStories.id }).from(newsStories).where(inArray(newsStories.slug, slugs));
      const lacking = await tx
        .select({ id: newsPosts.id })
        .from(newsPosts)
        .where(
          sql`${inArray(newsPosts.storyId, stories)} and ${isNull(newsPosts.pictureId)} and ${newsPosts.alt} is not null`,
        )
        .orderBy(asc(newsPosts.id));
      if (lacking.length === 0) return;
      const pictureId = await storePicture(tx, picture, now);
      for (const { id } of lacking) await tx.update(newsPosts).set({ pictureId }).where(eq(newsPosts.id, id));
    });
  }
}

function picturesOf(stories: readonly PostDraft[][]): Map<string, string[]> {
  const pictures = new Map<string, string[]>();
  for (const { image, slug } of stories.flat()) if (image) pictures.set(image, [...(pictures.get(image) ?? []), slug]);
  return pictures;
}

const drawn = async (db: Deps['db'], folder: string, image: string): Promise<MadePicture> =>
  makePicture(db, await drawPicture(await readFile(join(folder, 'pictures', image), 'utf8')));

/** Publishes the next story of the folder `later`, with its picture. Does nothing after the last. */
export async function publishNextOfDemo(deps: Deps, now: Date, folder = demoFolder()): Promise<boolean> {
  const known = await deps.db.select({ slug: newsStories.slug }).from(newsStories);
  const slugs = new Set(known.map(({ slug }) => slug));
  const drafts = (await readStories(join(folder, 'later'))).find(([draft]) => draft && !slugs.has(draft.slug));
  if (!drafts) return false;
  const image = drafts[0]?.image;
  const picture = image ? await drawn(deps.db, folder, image) : null;
  await transaction(deps.db, async (tx) => {
    const pictureId = picture && (await storePicture(tx, picture, now));
    await saveDrafts(tx, deps, drafts, now, pictureId);
  });
  return true;
}
