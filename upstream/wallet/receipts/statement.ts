/** The statement of some days, as PDF with the proof of its bookings or as CSV. Rules: product/wallet.md, "Transaction". */
import { stringify } from 'csv-stringify/sync';
import type { ProofFile } from '../../contract/receipts';
import type { Document } from '../../contract/wallet';
import type { Deps } from '../../deps';
import { asDocument, writePdf } from '../../documents/pdf';
import type { Language } from '../../http/env';
import { InvalidFields } from '../../http/problems';
import type { UserRow } from '../../identity/identity';
import { decimal } from '../../ledger/ledger';
import { inWords } from '../amounts';
import { showTransaction } from '../transactions/transactions';
import { textsIn as transactionTextsIn } from '../transactions/transactions.texts';
import { proveTransactions, type TransactionRow } from './proof-file';
import { attachProof, verifierOf } from './receipts';
import { dayIn, momentIn, textsIn } from './receipts.texts';
import { findStretch, rowsOf, type Stretch } from './statement-rows';

/** Rows that a file holds: more would keep others waiting. */
const most = { pdf: 2000, csv: 20_000 };
/** Up to here every row has its proof, beyond it the last one. */
const mostProofs = 500;

interface Asked {
  /** Days, both included. */
  from: string;
  to: string;
  format: 'pdf' | 'csv';
  /** Of the days. */
  zone: string;
  language: Language;
  now: Date;
}

/**
 * The member's statement.
 * @throws InvalidFields at `to` for an end before the beginning, and for more bookings than a file holds
 */
export async function getStatement(deps: Deps, member: UserRow, asked: Asked): Promise<Document> {
  const { from, to, format, language } = asked;
  const texts = textsIn(language);
  if (to < from) throw new InvalidFields({ to: [transactionTextsIn(language).toBeforeFrom] });
  const stretch = await findStretch(deps.db, member.id, { from, to, timeZone: asked.zone });
  const count = stretch.last - stretch.first + 1;
  if (count > most[format]) throw new InvalidFields({ to: [texts.tooMany(count, most[format])] });
  const name = `${texts.statement} ${from} – ${to}`;
  if (format === 'csv') return { name, mime_type: 'text/csv', data: await writeCsv(deps, stretch, asked) };
  return asDocument(name, await writeStatement(deps, member, stretch, asked));
}

async function writeStatement(deps: Deps, member: UserRow, stretch: Stretch, asked: Asked): Promise<Buffer> {
  const { from, to, zone, language, now } = asked;
  const texts = textsIn(language);
  const day = dayIn(language, zone);
  const money = (amount: bigint) => inWords(amount, 'EUR', language);
  const rows: TransactionRow[] = [];
  for await (const row of rowsOf(deps.db, stretch)) rows.push(row);
  const proof = await proofOf(deps, rows, now);
  const utc = dayIn(language, 'UTC');
  const { productName } = deps.config;
  return writePdf({ title: texts.statement, language, productName, now }, async (sheet) => {
    sheet.facts([
      { label: texts.account, value: `${member.firstname} ${member.lastname}` },
      { label: texts.period, value: `${utc.format(new Date(from))} – ${utc.format(new Date(to))}` },
      { label: texts.zone, value: zone },
      { label: texts.opening, value: money(stretch.opening) },
      { label: texts.closing, value: money(stretch.closing) },
      { label: texts.count, value: String(rows.length) },
      { label: texts.made, value: momentIn(language, zone).format(now) },
    ]);
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
      // A label behind other words would break at its hyphen.
      wordsOf(row, language).join('\n'),
      row.label,
      money(row.amount),
      money(row.balanceAfter),
    ]);
    await sheet.table(columns, lines);
    sheet.facts([{ label: texts.closing, value: money(stretch.closing) }]);
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

/** What happened, and to what it belongs. */
const wordsOf = (row: TransactionRow, language: Language): string[] =>
  [showTransaction(row, language).description, row.referenceLabel].filter((words) => words !== null);

const proofOf = (deps: Deps, rows: TransactionRow[], now: Date): Promise<ProofFile | null> =>
  proveTransactions(deps, rows.length <= mostProofs ? rows : rows.slice(-1), now);

/** Columns of the CSV that may begin with a minus. */
const AMOUNTS = [3, 4];

/** For spreadsheets: a byte order mark, and in German semicolons and decimal commas; nothing in it is a formula. */
async function writeCsv(deps: Deps, stretch: Stretch, { zone, language }: Asked): Promise<string> {
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone });
  const amount = (value: bigint) => {
    const text = decimal(value, 'EUR');
    return language === 'de' ? text.replace('.', ',') : text;
  };
  const lines: string[][] = [textsIn(language).csv];
  for await (const row of rowsOf(deps.db, stretch)) {
    const [figure, balance] = [amount(row.amount), amount(row.balanceAfter)];
    lines.push([day.format(row.bookedAt), row.label, wordsOf(row, language).join(', '), figure, balance, row.currency]);
  }
  const text = stringify(lines, {
    delimiter: language === 'de' ? ';' : ',',
    record_delimiter: 'windows',
    bom: true,
    escape_formulas: true,
    cast: {
      string: (value, { column }) => (AMOUNTS.includes(Number(column)) ? { value, escape_formulas: false } : value),
    },
  });
  return Buffer.from(text, 'utf8').toString('base64');
}
