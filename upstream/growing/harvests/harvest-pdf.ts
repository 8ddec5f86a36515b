/** Writes the statement of a harvest as PDF. Its figures are those of the page. */
import type { Harvest } from '../../contract/growing-harvests';
import type { Document } from '../../contract/wallet';
import type { Deps } from '../../deps';
import { asDocument, type Sheet, writePdf } from '../../documents/pdf';
import type { Language } from '../../http/env';
import { dayIn } from '../../wallet/wallet';
import { figureIn, gramsIn, moneyIn, textsIn } from './harvest-pdf.texts';

interface PdfRequest {
  zone: string;
  language: Language;
  now: Date;
}

/** Returns the statement as a file, for the member of this name. */
export async function writeHarvestPdf(
  { config }: Pick<Deps, 'config'>,
  harvest: Harvest,
  member: string,
  { zone, language, now }: PdfRequest,
): Promise<Document> {
  const texts = textsIn(language);
  const title = texts.title(harvest.id);
  const day = (at: string) => dayIn(language, zone).format(new Date(at));
  const pdf = await writePdf({ title, language, productName: config.productName, now }, async (sheet) => {
    sheet.facts(factsOf(harvest, member, language, day));
    for (const { caption, rows } of sumsOf(harvest, language)) {
      await sheet.table(
        [
          { title: caption, width: 7 },
          { title: texts.amount, width: 3, align: 'right' },
        ],
        rows,
      );
    }
    drawRounding(sheet, harvest, language);
    for (const { version, at, reason } of harvest.corrections) sheet.note(texts.reason(version, day(at), reason));
    sheet.note(texts.promise);
  });
  return asDocument(title, pdf);
}

function factsOf(harvest: Harvest, member: string, language: Language, day: (at: string) => string) {
  const texts = textsIn(language);
  const { room, cycle, strain, version, newest_version: newest, mine } = harvest;
  const money = moneyIn(language, harvest.currency);
  const signed = (amount: string) => (/^[^−]*[1-9]/.test(amount) ? `+${amount}` : amount);
  const isCorrection = harvest.corrections.some((correction) => correction.version === version);
  const versions = version < newest ? texts.replaced(version, newest) : texts.corrected(version);
  return [
    { label: texts.harvest, value: texts.place(room.name, cycle, strain, room.city) },
    { label: texts.member, value: member },
    ...(isCorrection || version < newest ? [{ label: texts.version, value: versions }] : []),
    { label: texts.grown, value: `${day(harvest.harvested_at)}, ${day(harvest.weighed_at)}` },
    {
      label: texts.recorded,
      value: [
        texts.by(day(harvest.recorded_at), harvest.recorded_by),
        texts.by(day(harvest.approved_at), harvest.approved_by),
      ].join('\n'),
    },
    { label: texts.paid, value: harvest.paid_at ? day(harvest.paid_at) : texts.running },
    ...(mine && mine.due !== mine.payout ? [{ label: texts.difference, value: signed(money(mine.due)) }] : []),
    ...(mine && mine.withheld !== '0.00' ? [{ label: texts.withheld, value: money(mine.withheld) }] : []),
    ...(mine
      ? [
          {
            label: texts.transaction,
            value: mine.transaction_label ?? (mine.settled_at ? texts.noTransaction : texts.notBooked),
          },
        ]
      : []),
  ];
}

/** Returns the three sums, each with the rows that lead to its last one. */
function sumsOf(harvest: Harvest, language: Language): { caption: string; rows: string[][] }[] {
  const texts = textsIn(language);
  const money = moneyIn(language, harvest.currency);
  const { grams, plants, revenue_per_gram: perGram, surplus, mine } = harvest;
  const weighed = texts.weight(gramsIn(language, grams), plants) + (perGram ? texts.perGram(money(perGram)) : '');
  return [
    {
      caption: texts.toSurplus,
      rows: [
        [`${texts.revenue}\n${weighed}`, money(harvest.revenue)],
        ...harvest.costs.map(({ title, amount }) => [title, `− ${money(amount)}`]),
        [texts.surplus, `= ${money(surplus)}`],
      ],
    },
    {
      caption: texts.toPool,
      rows: [[texts.surplus, money(surplus)], ...poolRows(harvest, language), [texts.pool, `= ${money(harvest.pool)}`]],
    },
    ...(plants > 0 ? [{ caption: mine ? texts.toYou : texts.toPlant, rows: partRows(harvest, language) }] : []),
  ];
}

function poolRows(harvest: Harvest, language: Language): string[][] {
  const texts = textsIn(language);
  const percent = (value: string) => `${figureIn(language, value)} %`;
  if (harvest.plants === 0) return [[texts.noPlants, '']];
  if (harvest.surplus.startsWith('-')) return [[texts.loss, '']];
  return [
    [texts.share(percent(harvest.club_share_percent)), `× ${percent(harvest.member_share_percent)}`],
    [texts.fraction, `− ${moneyIn(language, harvest.currency)(harvest.pool_fraction)}`],
  ];
}

function partRows(harvest: Harvest, language: Language): string[][] {
  const texts = textsIn(language);
  const money = moneyIn(language, harvest.currency);
  const { plants, lost, per_plant: each, mine } = harvest;
  return [
    [texts.pool, money(harvest.pool)],
    [texts.plants(plants + lost, lost), `÷ ${plants}`],
    [texts.perPlant, `= ${money(each)}`],
    ...(mine
      ? [
          [`${texts.own}\n${numbersOf(mine, texts.more)}`, `× ${mine.plants}`],
          [texts.rounding(money(mine.exact)), `− ${money(mine.fraction)}`],
          ...(mine.got_cent ? [[texts.cent, `+ ${money('0.01')}`]] : []),
          [texts.payout, `= ${money(mine.payout)}`],
        ]
      : []),
  ];
}

/** Runs that fit on one sheet. */
const mostRuns = 4;

function numbersOf({ numbers, plants }: NonNullable<Harvest['mine']>, more: string): string {
  const shown = numbers.slice(0, mostRuns);
  const runs = shown.map(({ first, last, count }) =>
    count === 1 ? first : `${first}${count === 2 ? ',' : ' –'} ${last}`,
  );
  const isAll = shown.reduce((sum, { count }) => sum + count, 0) === plants;
  return [...runs, ...(isAll ? [] : [more])].join(', ');
}

function drawRounding(sheet: Sheet, harvest: Harvest, language: Language): void {
  const texts = textsIn(language);
  const { leftover_cents: cents, smallest_with_cent: smallest, members, mine } = harvest;
  if (members === 0) return;
  sheet.note(cents === 0 ? texts.noneLeft : texts.left(cents, members));
  if (!mine || smallest === null) return;
  const figure = (value: string) => figureIn(language, value);
  sheet.note(texts.remainders(figure(mine.remainder_cents), figure(smallest)));
}
