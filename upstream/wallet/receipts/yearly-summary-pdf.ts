/** Writes the yearly summary as PDF, with the proof of its last transaction. Its figures are those of the page. */
import type { Document } from '../../contract/wallet';
import type { Deps } from '../../deps';
import { asDocument, type Sheet, writePdf } from '../../documents/pdf';
import type { Language } from '../../http/env';
import { InvalidFields } from '../../http/problems';
import type { UserRow } from '../../members/users';
import { inWords, minorUnitsOf } from '../amounts';
import { textsIn as transactionTextsIn } from '../transactions/transactions.texts';
import { getYearlySummary } from '../transactions/yearly-summary';
import { listHolderLines } from './holder';
import { proveTransactions } from './proof-file';
import { attachProof, verifierOf } from './receipts';
import { momentIn, textsIn } from './receipts.texts';
import { readRows, readStretch } from './statement-rows';
import { textsIn as yearTextsIn } from './yearly-summary-pdf.texts';

interface SummaryRequest {
  year: number;
  zone: string;
  language: Language;
  now: Date;
}

/**
 * Returns the member's summary of a year as a file.
 * @throws InvalidFields at `year` for a year without a summary
 */
export async function getYearlySummaryPdf(deps: Deps, member: UserRow, asked: SummaryRequest): Promise<Document> {
  const { year, zone, language, now } = asked;
  const texts = yearTextsIn(language);
  const summary = await getYearlySummary(deps.db, { userId: member.id, timeZone: zone }, year, now);
  const { first_year: first, last_year: last } = summary;
  if (year < first || year > last) throw new InvalidFields({ year: [texts.noYear(first, last)] });
  const holder = await listHolderLines(deps.db, member, language);
  const proof = await proveLast(deps, member.id, asked);
  const title = texts.title(year);
  const { productName } = deps.config;
  const pdf = await writePdf({ title, language, productName, now }, async (sheet) => {
    await drawSums(sheet, summary, holder, asked);
    if (summary.types.length === 0) return;
    const { proof: heading, head, key, noProof } = textsIn(language);
    sheet.heading(heading);
    if (!proof) return sheet.paragraph(noProof);
    sheet.paragraph(texts.proofOfLast(verifierOf(deps)));
    sheet.note(head);
    sheet.code(proof.head.trim());
    sheet.note(key);
    sheet.code(proof.verifier_keys.join('\n'));
    attachProof(sheet, proof, language);
  });
  return asDocument(title, pdf);
}

type Summary = Awaited<ReturnType<typeof getYearlySummary>>;

async function drawSums(sheet: Sheet, summary: Summary, holder: string[], asked: SummaryRequest): Promise<void> {
  const { year, zone, language, now } = asked;
  const texts = yearTextsIn(language);
  const { account, zone: zoneLabel, made } = textsIn(language);
  const money = (amount: string) => inWords(minorUnitsOf(amount), summary.currency, language);
  const moment = momentIn(language, zone).format(now);
  const isRunning = year === summary.last_year;
  sheet.facts([
    { label: account, value: holder.join('\n') },
    { label: zoneLabel, value: zone },
    { label: texts.opening(year), value: money(summary.opening_balance) },
    { label: isRunning ? texts.now : texts.closing(year), value: money(summary.closing_balance) },
    { label: made, value: moment },
  ]);
  if (isRunning) sheet.paragraph(texts.notOver(moment));
  if (summary.types.length === 0) sheet.paragraph(texts.nothing);
  else {
    const { descriptions } = transactionTextsIn(language);
    const row = (name: string, sums: { in: string; out: string }) => [name, money(sums.in), money(sums.out)];
    const columns = [
      { title: texts.type, width: 5 },
      { title: texts.in, width: 2.5, align: 'right' as const },
      { title: texts.out, width: 2.5, align: 'right' as const },
    ];
    await sheet.table(columns, [
      ...summary.types.map((sums) => row(descriptions[sums.type], sums)),
      row(texts.total, { in: summary.total_in, out: summary.total_out }),
    ]);
  }
  sheet.paragraph(texts.noAdvice);
}

/** Returns the proof of the last transaction of the year, or null if there is none or the log does not answer. */
async function proveLast(deps: Deps, userId: number, { year, zone, now }: SummaryRequest) {
  const stretch = await readStretch(deps.db, userId, { from: `${year}-01-01`, to: `${year}-12-31`, zone, now });
  const rows = [];
  for await (const row of readRows(deps.db, { ...stretch, first: stretch.last })) rows.push(row);
  return proveTransactions(deps, rows, now);
}
