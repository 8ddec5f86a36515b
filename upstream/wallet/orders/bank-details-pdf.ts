import { encode } from 'uqr';
import { epcCode, type Order } from '../../contract/orders';
import type { Deps } from '../../deps';
import { asDocument, writePdf } from '../../documents/pdf';
import type { Language } from '../../http/env';
import { Conflict } from '../../http/problems';
import { inWords, minorUnitsOf } from '../amounts';
import { textsIn } from './orders.texts';

/**
 * Writes a PDF with the transfer details of an order. The details and the QR code are those of the page.
 * @throws Conflict `nothing_due` when the order awaits no transfer
 */
export async function writeBankDetails(
  { config }: Pick<Deps, 'config'>,
  order: Order,
  { language, now }: { language: Language; now: Date },
) {
  const texts = textsIn(language);
  const { bank_details: details, documents } = order;
  const [document] = documents;
  if (!details || !document) throw new Conflict('nothing_due', texts.nothingDue);
  const { account_holder, iban, bic, bank_name, reference, amount, currency, epc } = details;
  const words = texts.pdf;
  const options = { title: words.title(reference), language, productName: config.productName, now };
  const pdf = await writePdf(options, (sheet) => {
    sheet.facts([
      { label: words.holder, value: account_holder },
      { label: 'IBAN', value: iban.replace(/(.{4})(?=.)/g, '$1 '), mono: true },
      { label: 'BIC', value: bic, mono: true },
      { label: words.bank, value: bank_name },
      { label: words.reference, value: reference, mono: true },
      { label: words.amount, value: inWords(minorUnitsOf(amount), currency, language) },
    ]);
    sheet.paragraph(words.check);
    sheet.heading(words.app);
    sheet.qr(encode(epc, { ...epcCode, border: 0 }).data, words.qr);
    sheet.paragraph(words.scan);
  });
  return asDocument(document.name, pdf);
}
