import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { findAttachment, findPreview } from './attachments';
import { supportAttachmentPreviews } from './attachments.tables';
import { aPdf, aPng, openAttachmentClub, store } from './attachments.testing';
import { NoPreview, renderPreview, shrink } from './render-preview';

const now = new Date('2026-11-20T09:00:00Z');

/** As a phone takes it: lying on its side, with the place. */
const fromPhone = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Telefonfabrik' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 57/1 54/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** A small file with many pixels, which are there. */
const large = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#c81e1e' } });

/** A PNG of a few bytes that tells to be so large. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const small = await aPng(8, 8);
  const header = Buffer.from(small.subarray(12, 29));
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(header));
  const data = deflateSync(Buffer.alloc(1_000_000));
  const block = Buffer.concat([Buffer.from('IDAT'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(block));
  const end = Buffer.from('0000000049454e44ae426082', 'hex');
  return Buffer.concat([small.subarray(0, 12), header, crc, length, block, sum, end]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('a preview', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('of a %s is a small WebP', async (format) => {
    const original = await sharp(await aPng(2000, 1000))
      .toFormat(format)
      .toBuffer();
    const { width, height, bytes } = await shrink(original);
    expect([width, height]).toEqual([480, 240]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 });
  });

  it('is upright and says nothing of the camera and the place', async () => {
    const { width, height, bytes } = await shrink(await fromPhone(300, 200));
    expect([width, height]).toEqual([200, 300]);
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
    expect(bytes.includes('Telefonfabrik')).toBe(false);
  });

  it('is never larger than the image', async () => {
    expect(await shrink(await aPng(20, 10))).toMatchObject({ width: 20, height: 10 });
  });

  it.each([
    ['what has too many pixels', () => bomb(60_000, 60_000)],
    ['what has too many pixels in a row', () => bomb(64_000_001, 1)],
    ['a PNG in passes that are large together', () => large(7000).png({ progressive: true }).toBuffer()],
    ['a JPEG in passes that are large together', () => large(5000).jpeg({ progressive: true }).toBuffer()],
    ['a WebP that is decoded as a whole', () => large(6000).webp({ lossless: true, effort: 0 }).toBuffer()],
    ['HTML in a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
    ['a broken image', async () => (await aPng(600, 400)).subarray(0, 200)],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>')],
    ['a PDF', async () => aPdf()],
  ])('is not made of %s', async (_, original) => {
    await expect(shrink(await original())).rejects.toThrow(NoPreview);
  });
});

describeOnEachDatabase('an image', (open) => {
  let club: Awaited<ReturnType<typeof openAttachmentClub>>['club'];
  let userId: number;
  beforeEach(async () => {
    ({ club } = await openAttachmentClub(open));
    userId = (await club.addMember()).id;
  });

  it('gets its preview from the queue', async () => {
    club.jobs.work('attachment-preview', ({ data }) => renderPreview(club, data.attachmentId));
    const { id } = await store(club, { userId }, now, await aPng(900, 300));
    const text = await store(club, { userId }, now);
    await club.jobs.idle();
    expect((await findAttachment(club.db, userId, id))?.preview).toEqual({ width: 480, height: 160 });
    expect((await findAttachment(club.db, userId, text.id))?.preview).toBe(null);
    expect(await club.db.$count(supportAttachmentPreviews)).toBe(1);
  });

  it('gets it once, however often the job runs', async () => {
    const { id } = await store(club, { userId }, now, await aPng());
    await Promise.all([renderPreview(club, id), renderPreview(club, id)]);
    await renderPreview(club, id, async () => {
      throw new Error('it is made again');
    });
    expect(await club.db.$count(supportAttachmentPreviews)).toBe(1);
  });

  it('that cannot be read stays as a file', async () => {
    const { id } = await store(club, { userId }, now, await bomb(60_000, 60_000));
    await renderPreview(club, id);
    expect(await findAttachment(club.db, userId, id)).toMatchObject({ type: 'image/png', preview: null });
    expect(await findPreview(club.db, userId, id)).toBe(null);
  });

  it('that is gone needs none, and another failure is tried again', async () => {
    const { id } = await store(club, { userId }, now, await aPng());
    await expect(
      renderPreview(club, id, async () => {
        throw new Error('no memory');
      }),
    ).rejects.toThrow('no memory');
    await renderPreview(club, id, async (original) => {
      await club.db.$client.query('delete from support_attachments');
      return shrink(original);
    });
    await renderPreview(club, id);
    expect(await club.db.$count(supportAttachmentPreviews)).toBe(0);
  });
});
