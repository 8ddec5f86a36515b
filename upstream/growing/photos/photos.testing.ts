/** Pictures and photos, for tests. */
import sharp from 'sharp';
import type { TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { measurePicture } from '../../pictures/pictures';
import { aRoom } from '../growing.testing';
import { addPhoto, type NewPhoto } from './photos';

const red = { r: 200, g: 30, b: 30 };
const blue = { r: 30, g: 30, b: 200 };

/** Returns a picture whose left half is red and whose right half is blue. */
export function aPicture(width = 300, height = 200) {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: blue } };
  const whole = sharp({ create: { width, height, channels: 3, background: red } });
  return whole.composite([{ input: half, left: Math.floor(width / 2), top: 0 }]);
}

/** As a phone takes it: lying on its side, with the place and its own profile of colours. */
export const asFromPhone = (width = 600, height = 400): Promise<Buffer> =>
  aPicture(width, height)
    .jpeg({ quality: 95 })
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Telefonfabrik' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 57/1 54/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** Adds a photo to the room B2, which is opened if need be. Its job has not run. Returns its id. */
export async function aPhoto(club: TestDatabase, at: Date, given: Partial<NewPhoto> = {}): Promise<string> {
  const original = given.original ?? (await aPicture().png().toBuffer());
  const roomCode = given.roomCode ?? 'B2';
  await aRoom(club, roomCode, at);
  const texts = { alt: 'Red and blue', altDe: 'Rot und blau', caption: 'Two halves', captionDe: 'Zwei Hälften' };
  const size = given.width ? {} : await measurePicture(original);
  const photo = { roomCode, takenOn: '2026-11-16', ...texts, width: 0, height: 0, ...size, ...given, original };
  return transaction(club.db, (tx) => addPhoto(tx, club, photo, at));
}
