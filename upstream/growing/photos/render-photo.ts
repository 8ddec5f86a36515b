/** The job that makes the files of a photo. */
import { and, asc, eq } from 'drizzle-orm';
import { photoFormats } from '../../contract/growing-photos';
import { writeAudit } from '../../database/audit';
import type { Database } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { NotAPhoto, renderFile, widthsOf } from '../../pictures/pictures';
import { growingPhotoFiles, growingPhotoOriginals, growingPhotos } from './photos.tables';

/**
 * Makes the files that a waiting photo lacks, and then it is ready. Each file is kept when it is made, so a job that was
 * killed goes on where it was. A photo that cannot be read has failed; any other error is thrown, and the job is retried.
 */
export async function renderPhoto(
  deps: Pick<Deps, 'db' | 'log'>,
  photoId: string,
  now: Date,
  render = renderFile,
): Promise<void> {
  const original = await findOriginal(deps.db, photoId);
  if (!original) return;
  try {
    for (const { format, width } of await listMissing(deps.db, photoId, original.width)) {
      const file = await render(original.bytes, format, width);
      await deps.db
        .insert(growingPhotoFiles)
        .values({ photoId, format, ...file })
        .onConflictDoNothing();
    }
  } catch (error) {
    if (!(error instanceof NotAPhoto)) throw error;
    deps.log.error({ photo: photoId, why: error.message }, 'a photo failed');
    return finish(deps.db, photoId, 'failed', now);
  }
  await finish(deps.db, photoId, 'ready', now);
}

/** Null for a photo that is ready or has failed. */
async function findOriginal(db: Database, photoId: string): Promise<{ bytes: Buffer; width: number } | null> {
  const [found] = await db
    .select({ bytes: growingPhotoOriginals.bytes, width: growingPhotos.width })
    .from(growingPhotos)
    .innerJoin(growingPhotoOriginals, eq(growingPhotoOriginals.photoId, growingPhotos.id))
    .where(and(eq(growingPhotos.id, photoId), eq(growingPhotos.state, 'waiting')));
  return found ?? null;
}

async function listMissing(db: Database, photoId: string, original: number) {
  const made = await db
    .select({ format: growingPhotoFiles.format, width: growingPhotoFiles.width })
    .from(growingPhotoFiles)
    .where(eq(growingPhotoFiles.photoId, photoId))
    .orderBy(asc(growingPhotoFiles.format), asc(growingPhotoFiles.width));
  const wanted = widthsOf(original).flatMap((width) => photoFormats.map((format) => ({ format, width })));
  return wanted.filter(({ format, width }) => !made.some((file) => file.format === format && file.width === width));
}

async function finish(db: Database, photoId: string, state: 'ready' | 'failed', now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const [changed] = await tx
      .update(growingPhotos)
      .set({ state })
      .where(and(eq(growingPhotos.id, photoId), eq(growingPhotos.state, 'waiting')))
      .returning({ room: growingPhotos.roomCode });
    if (!changed) return;
    const detail = { photo: photoId, ...changed };
    await writeAudit(tx, now, { action: `room.photo_${state}`, actorId: null, userId: null, detail });
  });
}
