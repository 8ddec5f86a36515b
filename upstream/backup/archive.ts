/**
 * A backup as a file: JSON by lines, compressed by gzip. The first line says what it is, then come the tables, each a line
 * with its columns and a line for each row whose values are PostgreSQL's own text, and at last how many there were.
 */
import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

export const Header = z.object({
  almende: z.literal('backup'),
  format: z.literal(1),
  /** Of the newest migration. */
  schema: z.number(),
  made_at: z.iso.datetime(),
  /** Digests of keys from the club's secrets: what was sealed and signed with others cannot be read. */
  keys: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

export const TableStart = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  /** Where its identity column goes on. */
  next: z.number().nullable(),
});
export type TableStart = z.infer<typeof TableStart>;

export const End = z.object({ end: z.literal(true), tables: z.number(), rows: z.number() });

/** The file is no backup, or a damaged one; the message says what, for the staff. */
export class BrokenArchive extends Error {
  override name = 'BrokenArchive';
}

/**
 * Gives the lines of a backup to `read`. A fault of the file is thrown inside of it, where the next line is awaited: so
 * nothing of `read` goes on behind the back of its caller.
 * @throws BrokenArchive where the file is no gzip, ends too early or was changed; `ENOENT` and its like as they are
 */
export async function withLines<T>(path: string, read: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> {
  const file = createReadStream(path);
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  try {
    return await read(linesOf(file.pipe(unzipped)));
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isDamaged ? new BrokenArchive('The file is no whole backup: it is damaged, or something else.') : error;
  } finally {
    file.destroy();
    unzipped.destroy();
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** A line by its shape. @throws BrokenArchive */
export function readLine<Shape extends z.ZodType>(shape: Shape, line: string | undefined): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(line ?? ''));
  } catch {
    throw new BrokenArchive('The file is no backup of a club.');
  }
}
