import { and, eq, lt, notExists } from 'drizzle-orm';
import type { Deps } from '../deps';
import { newsPictures, newsPosts } from './news.tables';

const dayMs = 24 * 60 * 60_000;

/** Deletes pictures that no post has had for a day after they were made. */
export async function tidyNews({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  const used = db.select({ id: newsPosts.id }).from(newsPosts).where(eq(newsPosts.pictureId, newsPictures.id));
  await db
    .delete(newsPictures)
    .where(and(lt(newsPictures.createdAt, new Date(now.getTime() - dayMs)), notExists(used)));
}
