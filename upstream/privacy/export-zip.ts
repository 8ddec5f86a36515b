/** The file of an export: a ZIP with JSON and CSV of every kind of data, written while the data is read. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import type { Queryable } from '../database/database';
import type { ExportPart, Key } from '../database/personal-data';

/** Rows per statement. Only these are in memory at once, besides the compressor's window. */
const pageRows = 500;

interface Contents {
  db: Queryable;
  userId: number;
  parts: ExportPart[];
  /** The file that explains the others. */
  readme: { name: string; text: string };
  now: Date;
  /** Called with the number of rows read. Each row is read twice, once for each file. */
  onRows(count: number): Promise<void>;
}

/** Returns the bytes of the ZIP. The stream fails with the error of a statement or of `onRows`. */
export function zipExport({ db, userId, parts, readme, now, onRows }: Contents): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // The library does not handle errors of its sources, and an unhandled error would end the process.
  let source: Readable | undefined;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  output.once('close', () => source?.destroy());
  const add = (name: string, text: () => AsyncGenerator<string>) =>
    zip.addReadStreamLazy(name, { mtime: now }, (give) => {
      source = Readable.from(text(), { objectMode: false }).on('error', fail);
      give(null, source);
    });
  zip.addBuffer(Buffer.from(readme.text), readme.name, { mtime: now });
  for (const part of parts) {
    let written = 0;
    const pages = async function* (limit: number) {
      for await (const rows of readPages(db, userId, part, limit)) {
        yield rows;
        await onRows(rows.length);
      }
    };
    add(`${part.name}.json`, () => asJson(pages(Number.POSITIVE_INFINITY), (rows) => (written += rows)));
    // As many rows as in the JSON file, because rows added meanwhile have the last keys.
    add(`${part.name}.csv`, () => asCsv(part.fields, pages(written)));
  }
  zip.end();
  return output;
}

type Row = Record<string, unknown>;

async function* readPages(db: Queryable, userId: number, part: ExportPart, limit: number): AsyncGenerator<Row[]> {
  let after: Key | null = null;
  for (let left = limit; left > 0; ) {
    const asked = Math.min(pageRows, left);
    const rows = await part.rows(db, userId, after, asked);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < asked) return;
    after = rows.at(-1)?.key ?? null;
    left -= rows.length;
  }
}

async function* asJson(pages: AsyncIterable<Row[]>, onWritten: (rows: number) => void): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const rows of pages) {
    yield lead + rows.map((row) => JSON.stringify(row, withoutBigints)).join(',\n');
    lead = ',\n';
    onWritten(rows.length);
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n';
}

/** JSON knows no bigint. Minor units that a number does not hold exactly become text. */
const withoutBigints = (_: string, value: unknown): unknown => {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
};

/** Yields RFC 4180 with a byte order mark, so that spreadsheets read UTF-8. An apostrophe disarms possible formulas. */
async function* asCsv(fields: string[], pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  // The library quotes only whole `\r\n`, but a spreadsheet also begins a row at a lone `\r` or `\n`.
  const format = { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ };
  yield stringify([fields], { ...format, bom: true });
  for await (const rows of pages) {
    yield stringify(
      rows.map((row) => fields.map((field) => cellOf(row[field]))),
      format,
    );
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
