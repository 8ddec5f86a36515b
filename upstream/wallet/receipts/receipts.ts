/** Writes the receipt of a transaction: what happened, and the proof that it is in the log. */
import type { z } from '@hono/zod-openapi';
import { readLabel } from '../../contract/labels';
import type { ProofFile, Receipt } from '../../contract/receipts';
import { describeFailure } from '../../database/failures';
import type { Deps } from '../../deps';
import { asDocument, type Sheet, writePdf } from '../../documents/pdf';
import type { Language } from '../../http/env';
import type { UserRow } from '../../members/users';
import { inWords } from '../amounts';
import { getTransaction, showTransaction } from '../transactions/transactions';
import { listHolderLines } from './holder';
import { proveTransaction, type TransactionRow, textOf } from './proof-file';
import { momentIn, textsIn } from './receipts.texts';

interface ReceiptRequest {
  zone: string;
  language: Language;
  now: Date;
}

export const verifierOf = ({ config }: Pick<Deps, 'config'>): string => `${config.publicUrl}/log/verifier.html`;

/**
 * Returns the receipt of the member's transaction, however its label was typed.
 * @throws NotFound for an unknown label, also for another member's transaction
 */
export async function getReceipt(
  deps: Deps,
  member: UserRow,
  label: string,
  { zone, language, now }: ReceiptRequest,
): Promise<z.infer<typeof Receipt>> {
  const row = await getTransaction(deps.db, member.id, readLabel(label, 'TX'));
  const proof = await proveTransaction(deps, row, now).catch((error: unknown) => {
    deps.log.error(describeFailure(error), 'a booking could not be proven');
    return null;
  });
  const texts = textsIn(language);
  const { productName } = deps.config;
  const holder = await listHolderLines(deps.db, member, language);
  const pdf = await writePdf({ title: texts.receipt(row.label), language, productName, now }, (sheet) => {
    sheet.facts(factsOf(row, holder, zone, language));
    sheet.heading(texts.proof);
    if (proof) drawProof(sheet, proof, language, verifierOf(deps));
    else sheet.paragraph(texts.noProof);
  });
  return { transaction: showTransaction(row, language), proof, pdf: asDocument(texts.receipt(row.label), pdf) };
}

function factsOf(row: TransactionRow, holder: string[], zone: string, language: Language) {
  const texts = textsIn(language);
  const { description, status, purpose } = showTransaction(row, language);
  const money = (amount: bigint) => inWords(amount, row.currency, language);
  return [
    { label: texts.label, value: row.label, mono: true },
    { label: texts.what, value: description },
    ...(purpose ? [{ label: texts.reference, value: purpose }] : []),
    { label: texts.account, value: holder.join('\n') },
    { label: texts.amount, value: money(row.amount) },
    ...(row.fee > 0n ? [{ label: texts.fee, value: money(row.fee) }] : []),
    { label: texts.balance, value: money(row.balanceAfter) },
    { label: texts.status, value: texts.statuses[status] },
    { label: texts.bookedAt, value: momentIn(language, zone).format(row.bookedAt) },
  ];
}

function drawProof(sheet: Sheet, proof: ProofFile, language: Language, verifier: string): void {
  const texts = textsIn(language);
  sheet.paragraph(texts.proofIntro(verifier));
  for (const { index, salt, entry, path } of proof.bookings) {
    const parts = [
      [texts.index, String(index)],
      [texts.salt, salt],
      [texts.entry, entry],
      [texts.path, path.join('\n') || '–'],
      [texts.head, proof.head.trim()],
      [texts.key, proof.verifier_keys.join('\n')],
    ];
    for (const [title = '', signs = ''] of parts) {
      sheet.note(title);
      sheet.code(signs);
    }
  }
  attachProof(sheet, proof, language);
}

export function attachProof(sheet: Sheet, proof: ProofFile, language: Language): void {
  const description = textsIn(language).file;
  sheet.attach({ name: 'receipt.json', mimeType: 'application/json', text: textOf(proof), description });
}
