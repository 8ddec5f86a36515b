import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { seedRooms } from '../growing.seed';
import { listPhotos } from './photos';
import { drawPhotos, seedPhotos } from './photos.seed';
import { growingPhotos } from './photos.tables';
import { renderPhoto } from './render-photo';

const now = new Date('2026-11-20T09:00:00Z');

describeOnEachDatabase('the demo club', (open) => {
  it('has photos once its jobs have run, and no more after another start', async () => {
    const club = await open();
    await seedRooms(club, now);
    await seedPhotos(club, now);
    expect(await club.db.$count(growingPhotos)).toBe(0);
    // A start before the job has run enqueues it again.
    await seedPhotos(club, now);
    club.jobs.work('demo-photos', ({ data }) => drawPhotos(club, new Date(data.now)));
    await club.jobs.idle();
    const drawn = await club.db.select().from(growingPhotos).orderBy(asc(growingPhotos.roomCode));
    expect(drawn.map(({ roomCode }) => roomCode)).toEqual(['H1', 'H1', 'H1', 'H2', 'H2', 'H2', 'H3', 'H3']);
    await seedPhotos(club, now);
    await club.jobs.idle();
    expect(await club.db.$count(growingPhotos)).toBe(8);
    for (const { id, roomCode } of drawn) if (roomCode === 'H3') await renderPhoto(club, id, now);
    const shown = await listPhotos(club.db, 'H3', 'de', 10);
    expect(shown.map(({ taken_on, caption, widths }) => [taken_on, caption, widths])).toEqual([
      ['2026-11-18', 'Eine Woche nach dem Einsetzen', [480, 960]],
      ['2026-11-12', 'Am Tag nach dem Einsetzen', [480, 960]],
    ]);
  });
});

describeOnPostgres('two servers of the demo club', (open) => {
  it('draw its photos once', async () => {
    const club = await open();
    await seedRooms(club, now);
    await Promise.all([drawPhotos(club, now), drawPhotos(club, now)]);
    expect(await club.db.$count(growingPhotos)).toBe(8);
  });
});
