import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photoFormats } from '../contract/growing-photos';
import { aPicture, asFromPhone } from '../growing/photos/photos.testing';
import { measurePicture, renderFile, widthsOf } from './pictures';

const colourAt = async (picture: Buffer, left: number, top: number) => {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [red = 0, , blue = 0] = pixel;
  return red > blue ? 'red' : 'blue';
};

describe('the widths of the files', () => {
  it.each([
    [4000, [480, 960, 1600]],
    [1600, [480, 960, 1600]],
    [1200, [480, 960, 1200]],
    [960, [480, 960]],
    [300, [300]],
  ])('of an original of %i', (original, widths) => {
    expect(widthsOf(original)).toEqual(widths);
  });
});

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('from a %s becomes each format', async (from) => {
    const original = await aPicture(1000, 500).toFormat(from).toBuffer();
    expect(await measurePicture(original)).toEqual({ width: 1000, height: 500 });
    for (const format of photoFormats) {
      const { bytes, ...size } = await renderFile(original, format, 480);
      expect(size).toEqual({ width: 480, height: 240 });
      const found = await sharp(bytes).metadata();
      const name = format === 'avif' ? 'heif' : format;
      expect(found).toMatchObject({ format: name, width: 480, height: 240, space: 'srgb', depth: 'uchar' });
      expect([await colourAt(bytes, 20, 100), await colourAt(bytes, 460, 100)]).toEqual(['red', 'blue']);
    }
  });

  it('from a phone stands upright and tells neither place nor device', async () => {
    const original = await asFromPhone();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    expect(original.includes('Telefonfabrik')).toBe(true);
    expect(await measurePicture(original)).toEqual({ width: 400, height: 600 });
    for (const format of photoFormats) {
      const { bytes, ...size } = await renderFile(original, format, 400);
      expect(size).toEqual({ width: 400, height: 600 });
      const found = await sharp(bytes).metadata();
      expect([found.exif, found.xmp, found.iptc, found.icc, found.orientation ?? 1]).toEqual([
        ...[undefined, undefined, undefined, undefined],
        1,
      ]);
      expect(bytes.includes('Telefonfabrik')).toBe(false);
      expect([await colourAt(bytes, 200, 20), await colourAt(bytes, 200, 580)]).toEqual(['red', 'blue']);
    }
  });

  it('is never enlarged', async () => {
    const { width } = await renderFile(await aPicture(300, 200).png().toBuffer(), 'jpeg', 480);
    expect(width).toBe(300);
  });

  it('has white where it was transparent', async () => {
    const clear = { create: { width: 300, height: 200, channels: 4 as const, background: '#00000000' } };
    const { bytes } = await renderFile(await sharp(clear).png().toBuffer(), 'jpeg', 300);
    const { channels } = await sharp(bytes).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  it('from a printer becomes sRGB', async () => {
    const printed = await aPicture().toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(printed).metadata()).space).toBe('cmyk');
    const { bytes } = await renderFile(printed, 'webp', 300);
    expect((await sharp(bytes).metadata()).space).toBe('srgb');
  });
});

/** A PNG whose header tells the size, with pixels that fill a few bytes. */
function bombOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const pixels = deflateSync(Buffer.alloc(1_000_000));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

describe('refused is', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>');
  const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an empty file', () => Buffer.alloc(0), 'is not a jpg, png or webp.'],
    ['a drawing', () => svg, 'is not a jpg, png or webp.'],
    ['a gif', () => aPicture().gif().toBuffer(), 'is not a jpg, png or webp.'],
    ['an avif', () => aPicture().avif({ effort: 0 }).toBuffer(), 'is not a jpg, png or webp.'],
    ['a text that begins as a jpg', () => Buffer.concat([jpegStart, svg]), 'is broken: '],
    [
      'a bomb',
      () => bombOf(40_000, 40_000),
      'has 40000 × 40000 pixels; at most 12000 on a side and 64 million in all.',
    ],
    ['a smaller bomb', () => bombOf(9000, 9000), 'has 9000 × 9000 pixels; at most 12000 on a side'],
    ['a header without its pixels', () => bombOf(7000, 7000), 'is broken: '],
    ['a stamp', () => aPicture(300, 100).png().toBuffer(), 'has 300 × 100 pixels; each side needs 200.'],
    ['a ribbon', () => aPicture(1000, 200).png().toBuffer(), 'has 1000 × 200 pixels; one side may be 4 times'],
  ])('%s', async (_, make, message) => {
    await expect(measurePicture(await make())).rejects.toThrow(message);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('half of a %s', async (format) => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const create = { width: 300, height: 300, channels: 3 as const, background: 'white', noise };
    const whole = await sharp({ create }).toFormat(format).toBuffer();
    await expect(measurePicture(whole.subarray(0, whole.length / 2))).rejects.toThrow('is broken: ');
  });
});
