/** The photos of the demo club: drawings, made into files by the same job as photos. */
import { asc, inArray } from 'drizzle-orm';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { drawPicture, measurePicture } from '../../pictures/pictures';
import { dayOf } from '../../wallet/wallet';
import { growingRooms } from '../rooms/rooms.tables';
import { type Drawing, svgOf } from './drawings';
import { addPhoto } from './photos';
import { growingPhotos } from './photos.tables';

interface DemoPhoto {
  room: string;
  /** How many days ago it was taken. */
  days: number;
  drawing: Drawing;
  alt: { en: string; de: string };
  caption: { en: string; de: string };
}

const small = {
  en: 'Three trays of seedlings with two leaves each',
  de: 'Drei Schalen mit Keimlingen, jeder mit zwei Blättern',
};
const dayOfPlanting = { en: 'On the day after planting', de: 'Am Tag nach dem Einsetzen' };

const photos: DemoPhoto[] = [
  {
    ...{ room: 'H1', days: 10, drawing: { of: 'rows', growth: 1, flowering: true } },
    alt: {
      en: 'Rows of grown plants in flower under four lamps',
      de: 'Reihen ausgewachsener, blühender Pflanzen unter vier Lampen',
    },
    caption: { en: 'Three days before the harvest', de: 'Drei Tage vor der Ernte' },
  },
  {
    ...{ room: 'H1', days: 51, drawing: { of: 'rows', growth: 0.5 } },
    alt: { en: 'Rows of half-grown plants without flowers', de: 'Reihen halbhoher Pflanzen ohne Blüten' },
    caption: { en: 'After the trellis was raised', de: 'Nachdem das Rankgitter höher gehängt war' },
  },
  { room: 'H1', days: 81, drawing: { of: 'trays', growth: 0 }, alt: small, caption: dayOfPlanting },
  {
    ...{ room: 'H2', days: 4, drawing: { of: 'rows', growth: 0.85, flowering: true } },
    alt: {
      en: 'Rows of plants with their first flowers, seen from the door',
      de: 'Reihen von Pflanzen mit ersten Blüten, von der Tür aus',
    },
    caption: { en: 'Row 4 from the door', de: 'Reihe 4 von der Tür aus' },
  },
  {
    ...{ room: 'H2', days: 30, drawing: { of: 'rows', growth: 0.3 } },
    alt: {
      en: 'Rows of low plants, with free soil between them',
      de: 'Reihen niedriger Pflanzen mit freier Erde dazwischen',
    },
    caption: { en: 'In the fourth week', de: 'In der vierten Woche' },
  },
  { room: 'H2', days: 51, drawing: { of: 'trays', growth: 0.1 }, alt: small, caption: dayOfPlanting },
  {
    ...{ room: 'H3', days: 2, drawing: { of: 'trays', growth: 0.8 } },
    alt: {
      en: 'Three trays of seedlings, the leaves as wide as a thumb',
      de: 'Drei Schalen mit Keimlingen, die Blätter daumenbreit',
    },
    caption: { en: 'One week after planting', de: 'Eine Woche nach dem Einsetzen' },
  },
  { room: 'H3', days: 8, drawing: { of: 'trays', growth: 0.1 }, alt: small, caption: dayOfPlanting },
];

/** Lets a job draw the photos, so that the start does not wait. Does nothing when any photo exists. */
export async function seedPhotos({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await tx.$count(growingPhotos)) > 0) return;
    await jobs.enqueue(tx, 'demo-photos', { now: now.toISOString() });
  });
}

/** Adds the drawings. Does nothing when any photo exists. */
export async function drawPhotos(deps: Pick<Deps, 'db' | 'jobs'>, now: Date): Promise<void> {
  if ((await deps.db.$count(growingPhotos)) > 0) return;
  const drawn: (DemoPhoto & { original: Buffer; width: number; height: number })[] = [];
  for (const photo of photos) {
    const original = await drawPicture(svgOf(photo.drawing));
    drawn.push({ ...photo, original, ...(await measurePicture(original)) });
  }
  await transaction(deps.db, async (tx) => {
    // Of two servers that draw, the second one sees what the first one wrote.
    const isDrawn = inArray(
      growingRooms.code,
      photos.map(({ room }) => room),
    );
    await tx.select().from(growingRooms).where(isDrawn).orderBy(asc(growingRooms.code)).for('update');
    if ((await tx.$count(growingPhotos)) > 0) return;
    for (const { room, days, alt, caption, original, width, height } of drawn) {
      const takenOn = dayOf(new Date(now.getTime() - days * dayMs), 'Europe/Berlin');
      const texts = { alt: alt.en, altDe: alt.de, caption: caption.en, captionDe: caption.de };
      await addPhoto(tx, deps, { roomCode: room, takenOn, ...texts, width, height, original }, now);
    }
  });
}

const dayMs = 24 * 60 * 60_000;
