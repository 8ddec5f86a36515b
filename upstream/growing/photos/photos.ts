/** The photos of a room. Rules: docs/product/growing.md#photos. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Photo, type PhotoFormat, photoFormats } from '../../contract/growing-photos';
import type { Queryable, Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { growingPhotoFiles, growingPhotoOriginals, growingPhotos } from './photos.tables';

export interface NewPhoto extends Omit<typeof growingPhotos.$inferInsert, 'id' | 'state' | 'createdAt'> {
  original: Buffer;
}

/** Adds a photo, which members see once a job has made its files. Returns its id. */
export async function addPhoto(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { original, ...photo }: NewPhoto,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await tx.insert(growingPhotos).values({ ...photo, id, state: 'waiting', createdAt: now });
  await tx.insert(growingPhotoOriginals).values({ photoId: id, bytes: original });
  await jobs.enqueue(tx, 'photo', { photoId: id });
  return id;
}

/** Removes a photo that members see, with its files. Returns what it was, or null if there is none. */
export async function removePhoto(tx: Tx, id: string) {
  const [removed] = await tx
    .update(growingPhotos)
    .set({ state: 'removed' })
    .where(and(eq(growingPhotos.id, id), eq(growingPhotos.state, 'ready')))
    .returning({ roomCode: growingPhotos.roomCode, takenOn: growingPhotos.takenOn });
  return removed ?? null;
}

/** Returns the newest photos of a room that are ready, with the texts of the language. */
export async function listPhotos(db: Queryable, roomCode: string, language: Language, limit: number): Promise<Photo[]> {
  const rows = await db
    .select({ photo: growingPhotos, widths })
    .from(growingPhotos)
    .where(and(eq(growingPhotos.roomCode, roomCode), eq(growingPhotos.state, 'ready')))
    .orderBy(desc(growingPhotos.takenOn), desc(growingPhotos.createdAt), desc(growingPhotos.id))
    .limit(limit);
  const isGerman = language === 'de';
  return rows.map(({ photo: { id, takenOn, alt, altDe, caption, captionDe, width, height }, widths }) => ({
    id,
    taken_on: takenOn,
    caption: isGerman ? captionDe : caption,
    alt: isGerman ? altDe : alt,
    width,
    height,
    widths,
  }));
}

/** Each width has a file of each format. */
const widths = sql<number[]>`(
  select json_agg(${growingPhotoFiles.width} order by ${growingPhotoFiles.width}) from ${growingPhotoFiles}
  where ${growingPhotoFiles.photoId} = ${growingPhotos.id} and ${growingPhotoFiles.format} = 'jpeg')`;

export interface PhotoFile {
  format: PhotoFormat;
  bytes: Buffer;
}

/** Finds a file of a photo that is ready by its name, such as `960.avif`. */
export async function findPhotoFile(db: Queryable, photoId: string, name: string): Promise<PhotoFile | null> {
  const [, width, ending] = /^([1-9]\d{1,3})\.([a-z]{4})$/.exec(name) ?? [];
  const format = photoFormats.find((known) => known === ending);
  if (!isUuid.test(photoId) || !width || !format) return null;
  const [found] = await db
    .select({ bytes: growingPhotoFiles.bytes })
    .from(growingPhotoFiles)
    .innerJoin(growingPhotos, and(eq(growingPhotos.id, growingPhotoFiles.photoId), eq(growingPhotos.state, 'ready')))
    .where(
      and(
        eq(growingPhotoFiles.photoId, photoId),
        eq(growingPhotoFiles.format, format),
        eq(growingPhotoFiles.width, Number(width)),
      ),
    );
  return found ? { format, bytes: found.bytes } : null;
}

/** As the database writes it, so that each file has one address. */
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
