/** Reads and writes pictures with sharp. It is loaded on first use, because most processes never need it. */
import type { Sharp } from 'sharp';
import type { PhotoFormat } from '../contract/growing-photos';

/** The largest original, in bytes. */
export const mostBytes = 20 * 1024 * 1024;
/** The shortest and the longest side of an original, in pixels. */
export const sides = { least: 200, most: 12_000 };
/** How many times longer than the short side the long one may be. */
export const mostStretched = 4;

/** A decoder needs memory for each pixel, however small the file is. */
const mostPixels = 64_000_000;
const readingSeconds = 60;

/** Files are never wider than the original. The trigger `growing_step_photo` has the same widths. */
const widths = [480, 960, 1600];

/** Returns the widths of the files of an original, smallest first. */
export const widthsOf = (original: number): number[] => [...new Set(widths.map((width) => Math.min(width, original)))];

/** Why a file is no picture that can be shown, for the person at the command line. */
export class NotAPhoto extends Error {
  override name = 'NotAPhoto';
}

/**
 * Returns the size of the upright picture. Reads all of it, so that a broken file is refused at once.
 * @throws NotAPhoto
 */
export async function measurePicture(bytes: Buffer): Promise<{ width: number; height: number }> {
  const signed = signatureOf(bytes);
  if (!signed) throw new NotAPhoto('is not a jpg, png or webp.');
  try {
    const sharp = await loadSharp();
    // The header alone, whatever size it tells.
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== signed) throw new NotAPhoto(`begins as ${signed} and is something else.`);
    requireSides(autoOrient);
    await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: readingSeconds })
      .resize(16)
      .raw()
      .toBuffer();
    return autoOrient;
  } catch (error) {
    if (error instanceof NotAPhoto) throw error;
    throw new NotAPhoto(`is broken: ${firstLine(error)}.`);
  }
}

/** The names are those of sharp. */
function signatureOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : null;
}

function requireSides({ width, height }: { width: number; height: number }): void {
  const [short, long] = width < height ? [width, height] : [height, width];
  const size = `has ${width} × ${height} pixels`;
  if (short < sides.least) throw new NotAPhoto(`${size}; each side needs ${sides.least}.`);
  if (long > sides.most || width * height > mostPixels) {
    throw new NotAPhoto(`${size}; at most ${sides.most} on a side and ${mostPixels / 1_000_000} million in all.`);
  }
  if (long > mostStretched * short) {
    throw new NotAPhoto(`${size}; one side may be ${mostStretched} times as long as the other.`);
  }
}

export interface RenderedFile {
  width: number;
  height: number;
  bytes: Buffer;
}

/**
 * Returns the picture upright, in sRGB and without metadata. What is transparent becomes white.
 * @throws NotAPhoto if the picture cannot be read
 */
export async function renderFile(original: Buffer, format: PhotoFormat, width: number): Promise<RenderedFile> {
  const sharp = await loadSharp();
  try {
    const { data, info } = await encode(
      sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
        .autoOrient()
        .flatten({ background: '#ffffff' })
        .resize({ width, withoutEnlargement: true })
        .toColourspace('srgb'),
      format,
    ).toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, bytes: data };
  } catch (error) {
    throw new NotAPhoto(`is broken: ${firstLine(error)}.`);
  }
}

function encode(picture: Sharp, format: PhotoFormat): Sharp {
  // More effort takes five times as long and saves a twentieth.
  if (format === 'avif') return picture.avif({ quality: 50, effort: 2 });
  return format === 'webp' ? picture.webp({ quality: 76 }) : picture.jpeg({ quality: 80, progressive: true });
}

/** Draws an SVG as a picture that can be handed in like a photo. */
export async function drawPicture(svg: string): Promise<Buffer> {
  return (await loadSharp())(Buffer.from(svg)).webp({ lossless: true, effort: 0 }).toBuffer();
}

async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Photos are rare, and the server has other work.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.trim() ?? '';
