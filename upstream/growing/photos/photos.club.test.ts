import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { CommandFailed, WrongUse } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { actorNumbered, aStaffMember } from '../../identity/staff/staff.testing';
import { allPermissions } from '../../members/permissions';
import { aRoom } from '../growing.testing';
import { findPhotoFile, listPhotos } from './photos';
import { roomPhoto, roomUnphoto } from './photos.club';
import { growingPhotoFiles, growingPhotoOriginals, growingPhotos } from './photos.tables';
import { aPhoto, aPicture, asFromPhone } from './photos.testing';
import { renderPhoto } from './render-photo';

const now = new Date('2026-11-20T09:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'photos-'));
afterAll(() => rmSync(folder, { recursive: true }));

const kept = (name: string, bytes: Buffer | string): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

describeOnEachDatabase('room photo', (open) => {
  let club: TestDatabase;
  let file: string;
  let given: Record<string, string>;
  beforeEach(async () => {
    club = await open();
    await aRoom(club, 'B2', now);
    file = kept('rows.jpg', await asFromPhone());
    given = { code: 'b2', file, alt: 'Reihen im Licht | Rows in the light' };
  });

  it('adds a photo that waits for its job', async () => {
    const greta = await aStaffMember(club);
    const asked = { ...given, caption: 'Reihe 4|Row 4', taken: '2026-11-16' };
    const { lines, data } = await roomPhoto.run(club, asked, now, greta);
    expect(lines).toEqual([
      'House B2 (B2) has a new photo of 2026-11-16, 400 × 600 pixels.',
      `Members see it as soon as its files are made. Its id is ${data.photo}.`,
    ]);
    const [photo] = await club.db.select().from(growingPhotos);
    expect(photo).toEqual({
      ...{ id: data.photo, roomCode: 'B2', takenOn: '2026-11-16', state: 'waiting', staffId: greta.id, createdAt: now },
      ...{ alt: 'Rows in the light', altDe: 'Reihen im Licht', caption: 'Row 4', captionDe: 'Reihe 4' },
      ...{ width: 400, height: 600 },
    });
    expect(await club.db.$count(growingPhotoOriginals)).toBe(1);
    expect(await club.db.select().from(auditLog)).toMatchObject([
      {
        ...{ action: 'room.photo_added', actorId: greta.id, userId: null },
        detail: { photo: data.photo, room: 'B2', taken_on: '2026-11-16', by: 'command line' },
      },
    ]);
    const queued: string[] = [];
    club.jobs.work('photo', async ({ data }) => void queued.push(data.photoId));
    await club.jobs.idle();
    expect(queued).toEqual([data.photo]);
  });

  it('takes the day in the club’s time zone where none is given', async () => {
    const greta = await aStaffMember(club);
    const { data } = await roomPhoto.run(club, given, new Date('2026-11-20T23:30:00Z'), greta);
    expect(data.taken_on).toBe('2026-11-21');
  });

  it('keeps the largest original', async () => {
    const picture = aPicture(2700, 2500).removeAlpha().png({ compressionLevel: 0 });
    const bytes = await picture.toBuffer();
    expect(bytes.length / 1024 / 1024).toBeGreaterThan(19);
    expect(bytes.length / 1024 / 1024).toBeLessThan(20);
    const { data } = await roomPhoto.run(
      club,
      { ...given, file: kept('large.png', bytes) },
      now,
      await aStaffMember(club),
    );
    expect(data).toMatchObject({ width: 2700, height: 2500 });
  });

  it('refuses what is no photo, and leaves no trace', async () => {
    const tooLarge = kept('large.jpg', await asFromPhone());
    truncateSync(tooLarge, 20 * 1024 * 1024 + 1);
    const pipe = join(folder, `pipe-${club.embedded}`);
    execFileSync('mkfifo', [pipe]);
    const gif = await aPicture().gif().toBuffer();
    const broken = (await asFromPhone()).subarray(0, 900);
    const refused: [Record<string, string>, string][] = [
      [{ file: join(folder, 'none.jpg') }, 'There is no file '],
      [{ file: folder }, 'is not a file.'],
      [{ file: pipe }, 'is not a file.'],
      [{ file: tooLarge }, 'has 20.0 MB; at most 20 are possible.'],
      [{ file: kept('rows.gif', gif) }, 'is not a jpg, png or webp.'],
      [{ file: kept('renamed.jpg', gif) }, 'is not a jpg, png or webp.'],
      [{ file: kept('empty.jpg', '') }, 'is not a jpg, png or webp.'],
      [{ file: kept('broken.jpg', broken) }, 'is broken: '],
      [{ file: kept('small.png', await aPicture(100, 100).png().toBuffer()) }, 'has 100 × 100 pixels'],
      [{ code: 'Z9' }, 'There is no room Z9.'],
      [{ taken: '2026-11-21' }, '2026-11-21 is not a day from 2000-01-01 to today.'],
      [{ taken: '1999-12-31' }, '1999-12-31 is not a day from 2000-01-01 to today.'],
    ];
    for (const [wrong, message] of refused) {
      const attempt = roomPhoto.run(club, { ...given, ...wrong }, now, actorNumbered(1));
      const error = await attempt.then(
        () => null,
        (error: unknown) => error,
      );
      expect([wrong, error]).toEqual([wrong, expect.any(CommandFailed)]);
      expect((error as Error).message).toContain(message);
    }
    expect([await club.db.$count(growingPhotos), await club.db.$count(auditLog)]).toEqual([0, 0]);
  });

  it.each([
    [{ alt: 'Rows in the light' }, '--alt: needs German and English'],
    [{ alt: 'a|b|c' }, '--alt: needs German and English'],
    [{ alt: 'Reihen im Licht| ' }, '--alt: is empty'],
    [{ alt: `Reihen|${'x'.repeat(201)}` }, '--alt: has more than 200 characters'],
    [{ caption: 'Reihe 4' }, '--caption: needs German and English'],
    [{ caption: `Reihe|${'x'.repeat(121)}` }, '--caption: has more than 120 characters'],
    [{ taken: '20.11.2026' }, '--taken: is not a day'],
  ])('does not know what %j means', async (wrong, message) => {
    const attempt = async () => roomPhoto.run(club, { ...given, ...wrong }, now, actorNumbered(1));
    await expect(attempt()).rejects.toThrow(message);
    await expect(attempt()).rejects.toThrow(WrongUse);
  });

  it('needs the permission for rooms', async () => {
    const others = allPermissions.filter((permission) => permission !== 'growing.manage');
    await expect(roomPhoto.run(club, given, now, actorNumbered(1, others))).rejects.toThrow(
      'has no permission growing.manage.',
    );
    await expect(roomPhoto.run(club, given, now, null)).rejects.toThrow('Nobody is signed in here');
    expect(await club.db.$count(growingPhotos)).toBe(0);
  });

  it('is undone by room unphoto, which deletes its files and says why in the audit log', async () => {
    const greta = await aStaffMember(club);
    const id = await aPhoto(club, now);
    const asked = { id, reason: 'A person can be seen' };
    await expect(roomUnphoto.run(club, asked, now, greta)).rejects.toThrow('There is no photo');
    await renderPhoto(club, id, now);
    const [photo] = await listPhotos(club.db, 'B2', 'en', 9);
    const name = `${photo?.widths[0]}.jpeg`;
    expect(await findPhotoFile(club.db, id, name)).not.toBeNull();
    await roomUnphoto.run(club, asked, now, greta);
    expect(await findPhotoFile(club.db, id, name)).toBeNull();
    expect([await listPhotos(club.db, 'B2', 'en', 9), await club.db.$count(growingPhotoFiles)]).toEqual([[], 0]);
    const removals = await club.db.select().from(auditLog).where(eq(auditLog.action, 'room.photo_removed'));
    expect(removals).toMatchObject([
      { action: 'room.photo_removed', actorId: greta.id, detail: { photo: id, reason: 'A person can be seen' } },
    ]);
    await expect(roomUnphoto.run(club, asked, now, greta)).rejects.toThrow('There is no photo');
  });
});
