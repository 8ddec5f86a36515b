/** The job that makes the preview of an image. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Metadata } from 'sharp';
import type { Database } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import {
  previewSide,
  supportAttachmentChunks,
  supportAttachmentPreviews,
  supportAttachments,
} from './attachments.tables';
import { typeOf } from './signature';

/** A decoder needs time and memory for each pixel, however small the file is. */
const mostPixels = 64_000_000;
/** Bytes of pixels that a decoder may hold at once. */
const mostHeld = 128 * 1024 * 1024;
const readingSeconds = 20;

export interface Preview {
  width: number;
  height: number;
  bytes: Buffer;
}

/** Why an image has no preview. The file itself stays. */
export class NoPreview extends Error {
  override name = 'NoPreview';
}

/**
 * Makes the preview of an image that has none. An image that cannot be read gets none; any other error is thrown, and
 * the job is retried.
 */
export async function renderPreview(
  deps: Pick<Deps, 'db' | 'log'>,
  attachmentId: string,
  render = shrink,
): Promise<void> {
  const original = await findOriginal(deps.db, attachmentId);
  if (!original) return;
  try {
    await keep(deps.db, attachmentId, await render(original));
  } catch (error) {
    if (!(error instanceof NoPreview)) throw error;
    deps.log.info({ attachment: attachmentId, why: error.message }, 'an image has no preview');
  }
}

/** Null for a file that has a preview or is gone. Only one job runs at a time, so at most 10 MB are in memory. */
async function findOriginal(db: Database, attachmentId: string): Promise<Buffer | null> {
  const chunks = await db
    .select({ bytes: supportAttachmentChunks.bytes })
    .from(supportAttachmentChunks)
    .innerJoin(supportAttachments, eq(supportAttachments.id, supportAttachmentChunks.attachmentId))
    .where(
      and(
        eq(supportAttachments.id, attachmentId),
        eq(supportAttachments.state, 'ready'),
        isNull(supportAttachments.previewWidth),
      ),
    )
    .orderBy(asc(supportAttachmentChunks.number));
  return chunks.length > 0 ? Buffer.concat(chunks.map(({ bytes }) => bytes)) : null;
}

async function keep(db: Database, attachmentId: string, { width, height, bytes }: Preview): Promise<void> {
  await transaction(db, async (tx) => {
    const [found] = await tx
      .select({ width: supportAttachments.previewWidth })
      .from(supportAttachments)
      .where(eq(supportAttachments.id, attachmentId))
      .for('update');
    if (found?.width !== null) return;
    await tx.insert(supportAttachmentPreviews).values({ attachmentId, bytes });
    await tx
      .update(supportAttachments)
      .set({ previewWidth: width, previewHeight: height })
      .where(eq(supportAttachments.id, attachmentId));
  });
}

/**
 * Returns the image upright, small, in sRGB and without metadata. What is transparent becomes white.
 * @throws NoPreview if it is broken, is something else than its signature tells, or has too many pixels
 */
export async function shrink(original: Buffer): Promise<Preview> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    // The header alone, whatever size it tells.
    const about = await sharp(original, { limitInputPixels: false }).metadata();
    if (typeOf(original) !== `image/${about.format}`) throw new NoPreview(`it is ${about.format}`);
    if (heldBytes(about) > mostHeld) throw new NoPreview('its decoder would hold all of its pixels');
    const { data, info } = await sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: readingSeconds })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: previewSide, height: previewSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 70 })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, bytes: data };
  } catch (error) {
    if (error instanceof NoPreview) throw error;
    throw new NoPreview((error instanceof Error ? error.message : String(error)).split('\n')[0]);
  }
}

/** A decoder holds a few lines of most images, but all of a WebP and of what comes in several passes. */
function heldBytes({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  if (format === 'webp') return width * height * 4;
  if (!isProgressive) return 0;
  // Until the last pass, a JPEG is coefficients of two bytes.
  return width * height * channels * (format === 'jpeg' || depth === 'ushort' ? 2 : 1);
}
