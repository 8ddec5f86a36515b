import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { PhotoAlt, PhotoCaption, type PhotoFormat, photoFormats } from '../../contract/growing-photos';
import { bytes, instant } from '../../database/columns';
import { fits, literal } from '../../database/lengths';
import { users } from '../../members/members.tables';
import { mostBytes, mostStretched, sides } from '../../pictures/pictures';
import { growingRooms } from '../rooms/rooms.tables';

export const photoStates = ['waiting', 'ready', 'failed', 'removed'] as const;

const among = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** A photo of a room. Append-only; a job takes it from `waiting` to `ready` or `failed`, and staff may remove it. */
export const growingPhotos = pgTable(
  'growing_photos',
  {
    id: uuid().primaryKey(),
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    takenOn: date({ mode: 'string' }).notNull(),
    caption: text(),
    captionDe: text(),
    alt: text().notNull(),
    altDe: text().notNull(),
    /** Width and height of the upright original. */
    width: integer().notNull(),
    height: integer().notNull(),
    state: text({ enum: photoStates }).notNull(),
    /** Null for the demo club. */
    staffId: integer().references(() => users.id, { onDelete: 'restrict' }),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('growing_photos_of_room').on(t.roomCode, t.takenOn, t.createdAt, t.id),
    check('growing_photos_state', sql`${t.state} in (${among(photoStates)})`),
    check('growing_photos_alt', sql`${fits(t.alt, PhotoAlt)} and ${fits(t.altDe, PhotoAlt)}`),
    check('growing_photos_caption', sql`${fits(t.caption, PhotoCaption)} and ${fits(t.captionDe, PhotoCaption)}`),
    check('growing_photos_captions', sql`(${t.caption} is null) = (${t.captionDe} is null)`),
    check(
      'growing_photos_sides',
      sql`${t.width} between ${literal(sides.least)} and ${literal(sides.most)} and ${t.height} between ${literal(sides.least)} and ${literal(sides.most)}`,
    ),
    check(
      'growing_photos_stretched',
      sql`greatest(${t.width}, ${t.height}) <= ${literal(mostStretched)} * least(${t.width}, ${t.height})`,
    ),
    check(
      'growing_photos_taken',
      sql`${t.takenOn} between '2000-01-01' and (${t.createdAt} at time zone 'Europe/Berlin')::date`,
    ),
  ],
);

/** What staff handed in. A trigger deletes it when the photo is ready or has failed. */
export const growingPhotoOriginals = pgTable(
  'growing_photo_originals',
  {
    photoId: uuid()
      .primaryKey()
      .references(() => growingPhotos.id, { onDelete: 'restrict' }),
    bytes: bytes().notNull(),
  },
  (t) => [check('growing_photo_originals_size', sql`octet_length(${t.bytes}) between 1 and ${literal(mostBytes)}`)],
);

/** The files that members see. Append-only; a trigger deletes those of a removed photo. */
export const growingPhotoFiles = pgTable(
  'growing_photo_files',
  {
    photoId: uuid()
      .notNull()
      .references(() => growingPhotos.id, { onDelete: 'restrict' }),
    format: text().$type<PhotoFormat>().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.photoId, t.format, t.width] }),
    check('growing_photo_files_format', sql`${t.format} in (${among(photoFormats)})`),
    check('growing_photo_files_size', sql`octet_length(${t.bytes}) between 1 and ${literal(16 * 1024 * 1024)}`),
  ],
);
