/** Tables as CSV, streamed page by page. */
import { stringify } from 'csv-stringify/sync';
import { formatTime } from '../../ui/dates';
import type { Language } from '../../ui/numbers';
import { fileAnswer } from '../request/document.server';
import type { Member } from '../request/gates.server';
import { csvOf } from './csv.server';

/** Days as every spreadsheet reads them, in the member's zone. */
export function dayWriter({ member, preferences }: Member) {
  const timeZone = member.user.timezone ?? preferences.timeZone;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (at: string | null) => (at === null ? '' : format.format(new Date(at)));
}

/** Writes rows by the name of each column. `figures` names those that may begin with a minus. */
export function tableWriter<Row>(
  language: Language,
  columns: Record<string, (row: Row) => string | number>,
  figures: string[] = [],
) {
  const names = Object.keys(columns);
  const { options } = csvOf(language, figures);
  const cells = (row: Row) => Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(row)]));
  return {
    head: stringify([names], { ...options, bom: true, cast: {} }),
    rows: (rows: Row[]) => stringify(rows.map(cells), { ...options, columns: names }),
  };
}

/**
 * Streams a table. The next rows are asked for when the download has taken those before, so that memory holds one page.
 * @param next returns the rows after the last one, and none at the end
 */
export function csvAnswer<Row>(
  { t, language }: Member,
  name: string,
  write: { head: string; rows(rows: Row[]): string },
  first: Row[],
  next: (last: Row) => Promise<Row[]>,
): Response {
  const encoder = new TextEncoder();
  let rows = first;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(write.head)),
      async pull(controller) {
        const last = rows.at(-1);
        if (last === undefined) return controller.close();
        controller.enqueue(encoder.encode(write.rows(rows)));
        rows = await next(last);
      },
      cancel() {
        rows = [];
      },
    },
    { highWaterMark: 0 },
  );
  const day = formatTime(new Date().toISOString(), 'date', language, 'UTC');
  return fileAnswer(body, { name: `${t(name)} ${day}.csv`, type: 'text/csv; charset=utf-8' });
}
