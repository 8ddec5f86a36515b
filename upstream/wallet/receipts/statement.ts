/**
 * Writes the statement of some days, as PDF with the proof of its transactions or as CSV. Rules:
 * docs/product/wallet.md#receipts-and-statements.
 */
import { stringify } from 'csv-stringify/sync';
import type { ProofFile } from '../../contract/receipts';
import type { Document } from '../../contract/wallet';
import type { Deps } from '../../deps';
import { asDocument, writePdf } from '../../documents/pdf';
import type { Language } from '../../http/env';
import { InvalidFields } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import type { UserRow } from '../../members/users';
import { inWords } from '../amounts';
import { dayOf } from '../days';
import { showTransaction } from '../transactions/transactions';
import { textsIn as transactionTextsIn } from '../transactions/transactions.texts';
import { listHolderLines } from './holder';
import { proveTransactions, type TransactionRow } from './proof-file';
import { attachProof, verifierOf } from './receipts';
import { dayIn, momentIn, textsIn } from './receipts.texts';
import { readRows, readStretch, type Stretch } from './statement-rows';

/** The largest number of rows in a file. A larger file would keep others waiting. */
const most = { pdf: 2000, csv: 20_000 };
/** Up to this number every row has its proof. Beyond it only the last row has one. */
const mostProofs = 500;

interface StatementRequest {
  /** Days, both included. */
  from: string;
  to: string;
  format: 'pdf' | 'csv';
  /** The time zone of the days. */
  zone: string;
  language: Language;
  now: Date;
}

/**
 * Returns the member's statement. If the last day is not over, the statement ends now and says so.
 * @throws InvalidFields at `from` when it is still to come; at `to` when it is before `from`, or when there are more
 * transactions than a file holds
 */
export async function getStatement(deps: Deps, member: UserRow, asked: StatementRequest): Promise<Document> {
  const { from, format, language } = asked;
  const texts = textsIn(language);
  if (asked.to < from) throw new InvalidFields({ to: [transactionTextsIn(language).toBeforeFrom] });
  const today = dayOf(asked.now, asked.zone);
  if (from > today) throw new InvalidFields({ from: [texts.toCome] });
  const to = asked.to < today ? asked.to : today;
  const request = { ...asked, to };
  const stretch = await readStretch(deps.db, member.id, request);
  const count = stretch.last - stretch.first + 1;
  if (count > most[format]) throw new InvalidFields({ to: [texts.tooMany(count, most[format])] });
  const name = `${texts.statement} ${from} – ${to}`;
  if (format === 'csv') return { name, mime_type: 'text/csv', data: await writeCsv(deps, stretch, request) };
  return asDocument(name, await writeStatement(deps, member, stretch, request));
}

async function writeStatement(
  deps: Deps,
  member: UserRow,
  stretch: Stretch,
  request: StatementRequest,
): Promise<Buffer> {
  const { from, to, zone, language, now } = request;
  const texts = textsIn(language);
  const day = dayIn(language, zone);
  const money = (amount: bigint) => inWords(amount, 'EUR', language);
  const rows: TransactionRow[] = [];
  for await (const row of readRows(deps.db, stretch)) rows.push(row);
  const proof = await findProof(deps, rows, now);
  const holder = await listHolderLines(deps.db, member, language);
  const utc = dayIn(language, 'UTC');
  const made = momentIn(language, zone).format(now);
  const isOver = to < dayOf(now, zone);
  const closing = { label: isOver ? texts.closing : texts.closingNow, value: money(stretch.closing) };
  const { productName } = deps.config;
  return writePdf({ title: texts.statement, language, productName, now }, async (sheet) => {
    sheet.facts([
      { label: texts.account, value: holder.join('\n') },
      { label: texts.period, value: `${utc.format(new Date(from))} – ${isOver ? utc.format(new Date(to)) : made}` },
      { label: texts.zone, value: zone },
      { label: texts.opening, value: money(stretch.opening) },
      closing,
      { label: texts.count, value: String(rows.length) },
      { label: texts.made, value: made },
    ]);
    if (!isOver) sheet.paragraph(texts.notOver(made));
    if (rows.length === 0) return sheet.paragraph(texts.none);
    const columns = [
      { title: texts.day, width: 2 },
      { title: texts.description, width: 5 },
      { title: texts.label, width: 3 },
      { title: texts.amount, width: 2.6, align: 'right' as const },
      { title: texts.balance, width: 2.6, align: 'right' as const },
    ];
    const lines = rows.map((row) => [
      day.format(row.bookedAt),
      // The reference label has its own line, because behind other words it would break at its hyphen.
      wordsOf(row, language).join('\n'),
      row.label,
      money(row.amount),
      money(row.balanceAfter),
    ]);
    await sheet.table(columns, lines);
    sheet.facts([closing]);
    sheet.heading(texts.proof);
    if (!proof) return sheet.paragraph(texts.noProof);
    const isWhole = proof.bookings.length === rows.length;
    sheet.paragraph((isWhole ? texts.proofOfAll : texts.proofOfLast)(verifierOf(deps)));
    sheet.note(texts.head);
    sheet.code(proof.head.trim());
    sheet.note(texts.key);
    sheet.code(proof.verifier_keys.join('\n'));
    attachProof(sheet, proof, language);
  });
}

/** Returns the description and, if there is one, the purpose. */
function wordsOf(row: TransactionRow, language: Language): string[] {
  const { description, purpose } = showTransaction(row, language);
  return purpose ? [description, purpose] : [description];
}

const findProof = (deps: Deps, rows: TransactionRow[], now: Date): Promise<ProofFile | null> =>
  proveTransactions(deps, rows.length <= mostProofs ? rows : rows.slice(-1), now);

/** Indexes of the CSV columns that may begin with a minus. */
const AMOUNTS = [3, 4];

/**
 * Returns the CSV in base64, for spreadsheets: with a byte order mark, with escaped formulas, and in German with
 * semicolons and decimal commas.
 */
async function writeCsv(deps: Deps, stretch: Stretch, { zone, language }: StatementRequest): Promise<string> {
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone });
  const amount = (value: bigint) => {
    const text = decimal(value, 'EUR');
    return language === 'de' ? text.replace('.', ',') : text;
  };
  const lines: string[][] = [textsIn(language).csv];
  for await (const row of readRows(deps.db, stretch)) {
    const [figure, balance] = [amount(row.amount), amount(row.balanceAfter)];
    lines.push([day.format(row.bookedAt), row.label, wordsOf(row, language).join(', '), figure, balance, row.currency]);
  }
  const text = stringify(lines, {
    delimiter: language === 'de' ? ';' : ',',
    record_delimiter: 'windows',
    bom: true,
    escape_formulas: true,
    // The library quotes only whole `\r\n`, but a spreadsheet also begins a row at a lone `\r` or `\n`.
    quoted_match: /[\r\n]/,
    cast: {
      string: (value, { column }) => (AMOUNTS.includes(Number(column)) ? { value, escape_formulas: false } : value),
    },
  });
  return Buffer.from(text, 'utf8').toString('base64');
}
