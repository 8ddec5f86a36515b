import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { NotAPhoto, renderFile } from '../../pictures/pictures';
import { listPhotos } from './photos';
import { growingPhotoFiles, growingPhotoOriginals, growingPhotos } from './photos.tables';
import { aPhoto, aPicture, asFromPhone } from './photos.testing';
import { renderPhoto } from './render-photo';

const now = new Date('2026-11-20T09:00:00Z');

const stateOf = async ({ db }: TestDatabase, id: string) =>
  (await db.select({ state: growingPhotos.state }).from(growingPhotos).where(eq(growingPhotos.id, id)))[0]?.state;
const filesOf = async ({ db }: TestDatabase, id: string) => {
  const { format, width, height } = growingPhotoFiles;
  const files = db.select({ format, width, height }).from(growingPhotoFiles).where(eq(growingPhotoFiles.photoId, id));
  return (await files.orderBy(asc(width), asc(format))).map((file) => Object.values(file).join(' '));
};
const actions = async ({ db }: TestDatabase) =>
  (await db.select({ action: auditLog.action }).from(auditLog).orderBy(asc(auditLog.id))).map(({ action }) => action);

describeOnEachDatabase('a photo', (open) => {
  let club: TestDatabase;
  beforeEach(async () => {
    club = await open();
  });

  it('gets its files from the queue, upright, and its original goes', async () => {
    const id = await aPhoto(club, now, { original: await asFromPhone(600, 500) });
    expect(await listPhotos(club.db, 'B2', 'en', 10)).toEqual([]);
    club.jobs.work('photo', ({ data }) => renderPhoto(club, data.photoId, now));
    await club.jobs.idle();
    expect(await stateOf(club, id)).toBe('ready');
    expect(await filesOf(club, id)).toEqual([
      ...['avif 480 576', 'jpeg 480 576', 'webp 480 576'],
      ...['avif 500 600', 'jpeg 500 600', 'webp 500 600'],
    ]);
    expect(await club.db.$count(growingPhotoOriginals)).toBe(0);
    expect(await actions(club)).toEqual(['room.photo_ready']);
    const shown = { id, taken_on: '2026-11-16', width: 500, height: 600, widths: [480, 500] };
    expect(await listPhotos(club.db, 'B2', 'en', 10)).toEqual([
      { ...shown, alt: 'Red and blue', caption: 'Two halves' },
    ]);
    expect(await listPhotos(club.db, 'B2', 'de', 10)).toEqual([
      { ...shown, alt: 'Rot und blau', caption: 'Zwei Hälften' },
    ]);
  });

  it('whose job was killed goes on with the files that it lacks', async () => {
    const id = await aPhoto(club, now, { original: await aPicture(600, 400).png().toBuffer() });
    let made = 0;
    const killed = async (...asked: Parameters<typeof renderFile>) => {
      if (++made === 5) throw new Error('killed');
      return renderFile(...asked);
    };
    await expect(renderPhoto(club, id, now, killed)).rejects.toThrow('killed');
    expect([await stateOf(club, id), (await filesOf(club, id)).length]).toEqual(['waiting', 4]);
    expect(await listPhotos(club.db, 'B2', 'en', 10)).toEqual([]);
    const again: string[] = [];
    await renderPhoto(club, id, now, async (original, format, width) => {
      again.push(`${width}.${format}`);
      return renderFile(original, format, width);
    });
    expect(again).toEqual(['600.webp', '600.jpeg']);
    expect([await stateOf(club, id), (await filesOf(club, id)).length]).toEqual(['ready', 6]);
    await renderPhoto(club, id, now, async () => {
      throw new Error('it is made again');
    });
    expect(await actions(club)).toEqual(['room.photo_ready']);
  });

  it('that cannot be read has failed, and nobody sees it', async () => {
    const id = await aPhoto(club, now);
    await renderPhoto(club, id, now, async () => {
      throw new NotAPhoto('is broken.');
    });
    expect(await stateOf(club, id)).toBe('failed');
    expect(await club.db.$count(growingPhotoOriginals)).toBe(0);
    expect(await actions(club)).toEqual(['room.photo_failed']);
    await renderPhoto(club, id, now);
    expect(await filesOf(club, id)).toEqual([]);
    expect(await listPhotos(club.db, 'B2', 'en', 10)).toEqual([]);
  });

  it('stands before older ones of its room, and the list ends where it is told', async () => {
    const add = async (takenOn: string, at: Date, roomCode = 'B2') => {
      const id = await aPhoto(club, at, { takenOn, roomCode });
      await renderPhoto(club, id, at);
      return id;
    };
    const morning = await add('2026-11-10', now);
    const newest = await add('2026-11-19', now);
    const evening = await add('2026-11-10', new Date(now.getTime() + 60_000));
    await add('2026-11-18', now, 'B3');
    const ids = async (limit: number) => (await listPhotos(club.db, 'B2', 'en', limit)).map(({ id }) => id);
    expect(await ids(10)).toEqual([newest, evening, morning]);
    expect(await ids(2)).toEqual([newest, evening]);
  });
});

describeOnPostgres('two jobs of one photo', (open) => {
  it('make it ready once', async () => {
    const club = await open();
    const id = await aPhoto(club, now);
    await Promise.allSettled([renderPhoto(club, id, now), renderPhoto(club, id, now)]);
    expect([await stateOf(club, id), (await filesOf(club, id)).length]).toEqual(['ready', 3]);
    expect(await actions(club)).toEqual(['room.photo_ready']);
  });
});
