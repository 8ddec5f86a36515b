/** The staff command for photos of rooms. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import { readInput } from '../../club/input-file';
import { PhotoAlt, PhotoCaption } from '../../contract/growing-photos';
import type { Queryable } from '../../database/database';
import { transaction } from '../../database/transaction';
import { measurePicture, mostBytes, NotAPhoto } from '../../pictures/pictures';
import { dayOf } from '../../wallet/wallet';
import { growingRooms } from '../rooms/rooms.tables';
import { addPhoto, removePhoto } from './photos';

/** The two texts of an option. */
const inBothLanguages = (longest: number) =>
  z
    .string()
    .transform((given) => given.split('|'))
    .refine((texts) => texts.length === 2, 'needs German and English, as in "Reihen im Licht|Rows in the light"')
    .pipe(z.tuple([textOption(longest), textOption(longest)]))
    .transform(([de, en]) => ({ de, en }));

/** `room photo CODE FILE --alt "…|…"` adds a photo to a room. */
export const roomPhoto = defineCommand({
  name: 'room photo',
  summary: 'Add a photo to a room',
  positionals: ['code', 'file'],
  path: 'file',
  proof: 'required',
  permission: 'growing.manage',
  options: {
    alt: { value: 'TEXT', summary: 'what it shows, German|English, up to 200 characters each', required: true },
    caption: { value: 'TEXT', summary: 'the line below it, German|English, up to 120 characters each' },
    taken: { value: 'DATE', summary: 'the day it was taken, such as 2026-11-20; unless given, today' },
  },
  details: [
    'FILE is a jpg, png or webp of up to 20 MB. A job turns it upright, removes its EXIF data, with the place, and stores',
    'it as AVIF, WebP and JPEG in up to three widths. The original is not kept. A photo cannot be changed; `room unphoto` removes it.',
  ].join('\n'),
  given: z.strictObject({
    code: z.string(),
    file: z.string(),
    alt: inBothLanguages(PhotoAlt.maxLength ?? 0),
    caption: inBothLanguages(PhotoCaption.maxLength ?? 0).optional(),
    taken: z.iso.date('is not a day such as 2026-11-20').optional(),
  }),
  run: async (deps, { code, file, alt, caption, taken }, now, actor) => {
    const today = dayOf(now, 'Europe/Berlin');
    const takenOn = taken ?? today;
    if (takenOn > today || takenOn < '2000-01-01')
      throw new CommandFailed(`${takenOn} is not a day from 2000-01-01 to today.`);
    const room = await getRoom(deps.db, code);
    const original = await readInput(file, mostBytes);
    const size = await measurePicture(original).catch((error: unknown) => {
      throw error instanceof NotAPhoto ? new CommandFailed(`${file} ${error.message}`) : error;
    });
    const texts = { alt: alt.en, altDe: alt.de, caption: caption?.en, captionDe: caption?.de };
    const photo = { roomCode: room.code, takenOn, ...texts, ...size, staffId: actor.id, original };
    return transaction(deps.db, async (tx) => {
      const id = await addPhoto(tx, deps, photo, now);
      const detail = { photo: id, room: room.code, taken_on: takenOn };
      await auditStaff(tx, now, { actor, action: 'room.photo_added', detail });
      return {
        lines: [
          `${room.name} (${room.code}) has a new photo of ${takenOn}, ${size.width} × ${size.height} pixels.`,
          `Members see it as soon as its files are made. Its id is ${id}.`,
        ],
        data: { ...detail, ...size },
      };
    });
  },
});

/** `room unphoto ID` removes a photo, for example of somebody who does not want to be seen. */
export const roomUnphoto = defineCommand({
  name: 'room unphoto',
  summary: 'Remove a photo of a room for good',
  positionals: ['id'],
  proof: 'required',
  permission: 'growing.manage',
  options: { reason: { value: 'TEXT', summary: 'why; it stands in the audit log', required: true } },
  details: 'ID is in the address of the picture. Browsers that have loaded the photo may keep their copy.',
  given: z.strictObject({ id: z.uuid('is no id of a photo'), reason: textOption(200) }),
  run: (deps, { id, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const photo = await removePhoto(tx, id);
      if (!photo) throw new CommandFailed(`There is no photo ${id} that members see.`);
      const detail = { photo: id, room: photo.roomCode, reason };
      await auditStaff(tx, now, { actor, action: 'room.photo_removed', detail });
      return { lines: [`The photo of ${photo.takenOn} in ${photo.roomCode} is removed.`], data: detail };
    }),
});

async function getRoom(db: Queryable, code: string) {
  const [room] = await db.select().from(growingRooms).where(eq(growingRooms.code, code.toUpperCase()));
  if (!room) throw new CommandFailed(`There is no room ${code}.`);
  return room;
}
