/** Reads the bytes of a file chunk by chunk, at the reader's pace. */
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../database/database';
import { chunkBytes, supportAttachmentChunks } from './attachments.tables';

/** Places of the first and of the last byte. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Returns the range that a `Range` header asks for; null for the whole file, which is also the answer to several ranges
 * and to what is no range; `none` if the file has no such bytes (RFC 9110, 14.2).
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replace(/\s/g, '') ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from > to ? 'none' : { from, to };
}

/**
 * Streams a range of a file, with one statement for each chunk. A file that goes meanwhile ends the stream with an
 * error, so that nobody takes a part for the whole.
 */
export function streamAttachment(
  db: Queryable,
  attachmentId: string,
  { from, to }: ByteRange,
): ReadableStream<Uint8Array> {
  let at = from;
  return new ReadableStream(
    {
      async pull(controller) {
        const number = Math.floor(at / chunkBytes);
        const [chunk] = await db
          .select({ bytes: supportAttachmentChunks.bytes })
          .from(supportAttachmentChunks)
          .where(
            and(eq(supportAttachmentChunks.attachmentId, attachmentId), eq(supportAttachmentChunks.number, number)),
          );
        const start = number * chunkBytes;
        const bytes = chunk?.bytes.subarray(at - start, to + 1 - start);
        if (!bytes?.length) return controller.error(new Error('A file went while it was read'));
        at += bytes.length;
        controller.enqueue(new Uint8Array(bytes));
        if (at > to) controller.close();
      },
    },
    // No reading ahead.
    { highWaterMark: 0 },
  );
}
