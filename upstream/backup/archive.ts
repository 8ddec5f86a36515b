/**
 * A backup file: lines of JSON, compressed with gzip. The first line is the header. Then each table has a line with its
 * columns, and a line for each row whose values are PostgreSQL's own text. The last line has the number of tables and
 * rows.
 */
import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

export const Header = z.object({
  almende: z.literal('backup'),
  format: z.literal(1),
  /** The schema version: the newest migration. */
  schema: z.number(),
  made_at: z.iso.datetime(),
  /** Digests of keys from the club's secrets. Data that was sealed or signed with other secrets cannot be read. */
  keys: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

export const TableStart = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  /** The next value of the identity column. */
  next: z.number().nullable(),
});
export type TableStart = z.infer<typeof TableStart>;

export const End = z.object({ end: z.literal(true), tables: z.number(), rows: z.number() });

/** The file is not a backup, or it is damaged. The message tells staff which. */
export class BrokenArchive extends Error {
  override name = 'BrokenArchive';
}

/**
 * Passes the lines of a backup to `read`. Errors of the file are thrown inside `read`, where it awaits the next line,
 * so that `read` never continues after its caller has the error.
 * @throws BrokenArchive if the file is not gzip, ends too early or was changed; `ENOENT` and the like unchanged
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

/** Parses a line. @throws BrokenArchive if it does not have the given shape */
export function readLine<Shape extends z.ZodType>(shape: Shape, line: string | undefined): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(line ?? ''));
  } catch {
    throw new BrokenArchive('The file is no backup of a club.');
  }
}
