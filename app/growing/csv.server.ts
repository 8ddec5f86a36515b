import { stringify } from 'csv-stringify/sync';
import type { HarvestLine, Plant } from '../../upstream/contract/growing-plants';
import { csvOf } from '../platform/page/csv.server';
import { fileAnswer } from '../platform/request/document.server';
import type { Member } from '../platform/request/gates.server';
import { formatTime } from '../ui/dates';

type Language = 'en' | 'de';

/** Days as every spreadsheet reads them, in the member's zone. */
function dayWriter({ member, preferences }: Member) {
  const timeZone = member.user.timezone ?? preferences.timeZone;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (at: string | null) => (at === null ? '' : format.format(new Date(at)));
}

/** Writes plants as spreadsheets in this language read them. */
export function plantWriter(current: Member) {
  const { t, language } = current;
  const day = dayWriter(current);
  return tableWriter<Plant>(language, {
    [t('growing:plants.number')]: ({ number }) => number,
    [t('growing:plants.room')]: ({ room }) => `${room.name}, ${room.city}`,
    [t('growing:plants.strain')]: ({ strain }) => strain,
    [t('growing:plants.stage')]: ({ stage }) => t(`ui.growth.${stage}`),
    [t('growing:plants.since')]: ({ stage_since }) => day(stage_since),
    [t('growing:plants.reason')]: ({ lost }) => lost?.reason ?? '',
    [t('growing:plants.expected')]: ({ expected_harvest_on }) => expected_harvest_on ?? '',
    [t('growing:plant.first')]: ({ first_cycle }) => first_cycle,
    [t('growing:plants.left')]: ({ cycles_left }) => cycles_left,
    [t('growing:plant.bought')]: ({ purchased_at }) => day(purchased_at),
    [t('growing:plant.order')]: ({ order_label }) => order_label,
  });
}

/** Writes harvests as spreadsheets in this language read them. */
export function harvestWriter(current: Member) {
  const { t, language } = current;
  const day = dayWriter(current);
  const { figure } = csvOf(language, []);
  const correction = t('growing:harvests.correction');
  return tableWriter<HarvestLine>(
    language,
    {
      [t('growing:harvests.harvest')]: ({ id }) => id,
      [t('growing:plants.room')]: ({ room }) => `${room.name}, ${room.city}`,
      [t('growing:plant.cycle')]: ({ cycle }) => cycle,
      [t('growing:harvests.paid')]: ({ paid_at }) => day(paid_at),
      [t('growing:harvests.plants')]: ({ my_plants }) => my_plants,
      [t('growing:overview.tally.lost')]: ({ my_lost }) => my_lost,
      [t('growing:harvests.grams')]: ({ my_grams }) => my_grams,
      [t('growing:overview.chart.title')]: ({ grams_per_plant }) => figure(grams_per_plant),
      [t('growing:harvests.payout')]: ({ my_payout }) => figure(my_payout),
      [correction]: (line) => figure(line.correction?.difference ?? ''),
      [t('growing:harvests.corrected_on')]: (line) => day(line.correction?.at ?? null),
      [t('growing:harvests.currency')]: ({ currency }) => currency,
    },
    [correction],
  );
}

/** Writes rows by the name of each column. `figures` names those that may begin with a minus. */
function tableWriter<Row>(
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
