/** The pictures of posts: made when a post is published, once for each original. */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type PhotoFormat, photoFormats } from '../contract/growing-photos';
import type { Database, Queryable, Tx } from '../database/database';
import { measurePicture, type RenderedFile, renderFile, widthsOf } from '../pictures/pictures';
import { newsPictureFiles, newsPictures, newsPosts } from './news.tables';
import { PostRefused } from './publish';

export interface MadePicture {
  hash: string;
  width: number;
  height: number;
  /** None if this picture is stored already. */
  files: (RenderedFile & { format: PhotoFormat })[];
}

/** Makes the files of a picture, one after the other. @throws NotAPhoto */
export async function makePicture(db: Database, original: Buffer): Promise<MadePicture> {
  const hash = createHash('sha256').update(original).digest('hex');
  const [known] = await db.select().from(newsPictures).where(eq(newsPictures.hash, hash));
  if (known) return { hash, width: known.width, height: known.height, files: [] };
  const { width, height } = await measurePicture(original);
  const files: MadePicture['files'] = [];
  for (const wanted of widthsOf(width))
    for (const format of photoFormats) files.push({ format, ...(await renderFile(original, format, wanted)) });
  return { hash, width, height, files };
}

/**
 * Stores a picture unless it is there, and returns its id.
 * @throws PostRefused if it was there when it was to be made, and was tidied away since
 */
export async function storePicture(tx: Tx, { files, ...picture }: MadePicture, now: Date): Promise<string> {
  const id = randomUUID();
  const values = { id, ...picture, createdAt: now };
  const isNew =
    files.length > 0 && (await tx.insert(newsPictures).values(values).onConflictDoNothing().returning()).length > 0;
  if (!isNew) {
    const [known] = await tx.select().from(newsPictures).where(eq(newsPictures.hash, picture.hash)).for('key share');
    if (!known) throw new PostRefused('A picture that no post had was tidied away meanwhile: do it again.');
    return known.id;
  }
  for (const file of files) await tx.insert(newsPictureFiles).values({ pictureId: id, ...file });
  return id;
}

/** Finds a file by its name, such as `960.avif`, of a picture that a post shows. */
export async function findPictureFile(
  db: Queryable,
  pictureId: string,
  name: string,
  mayPreview: boolean,
): Promise<{ format: PhotoFormat; bytes: Buffer } | null> {
  const [, width, ending] = /^([1-9]\d{1,3})\.([a-z]{4})$/.exec(name) ?? [];
  const format = photoFormats.find((known) => known === ending);
  if (!isUuid.test(pictureId) || !width || !format) return null;
  const isShown = mayPreview ? undefined : eq(newsPosts.status, 'published');
  const [found] = await db
    .select({ bytes: newsPictureFiles.bytes })
    .from(newsPictureFiles)
    .innerJoin(newsPosts, and(eq(newsPosts.pictureId, newsPictureFiles.pictureId), isShown))
    .where(
      and(
        eq(newsPictureFiles.pictureId, pictureId),
        eq(newsPictureFiles.format, format),
        eq(newsPictureFiles.width, Number(width)),
      ),
    )
    .limit(1);
  return found ? { format, bytes: found.bytes } : null;
}

/** An id must be as the database writes it, so that each file has one address. */
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
