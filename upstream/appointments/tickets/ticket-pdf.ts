/** Writes a ticket as a PDF. Its words and its code are those of the page. */
import { encode } from 'uqr';
import type { Ticket } from '../../contract/appointments-tickets';
import type { Document } from '../../contract/wallet';
import type { Deps } from '../../deps';
import { asDocument, writePdf } from '../../documents/pdf';
import type { Language } from '../../http/env';
import { Conflict } from '../../http/problems';
import { inWords, minorUnitsOf } from '../../wallet/wallet';
import { timeAtPlace } from '../notices/words';
import { textsIn } from './ticket-pdf.texts';
import { textsIn as refusalsIn } from './tickets.texts';

/** In points. A phone reads it from paper at arm's length. */
const codeSize = 220;

/**
 * Returns the ticket as a file.
 * @throws Conflict `not_valid` unless it opens the door
 */
export async function writeTicketPdf(
  { config }: Pick<Deps, 'config'>,
  ticket: Ticket,
  { language, now }: { language: Language; now: Date },
): Promise<Document> {
  const { qr_payload: payload, code, appointment } = ticket;
  if (payload === null) throw new Conflict('not_valid', refusalsIn(language).notValid);
  const texts = textsIn(language);
  const options = { title: appointment.title, language, productName: config.productName, now };
  const pdf = await writePdf(options, (sheet) => {
    sheet.facts(factsOf(ticket, language));
    sheet.heading(texts.code);
    sheet.qr(encode(payload, { ecc: 'M', border: 0 }).data, texts.qr, codeSize);
    sheet.facts([{ label: texts.typed, value: code.replace(/(.{4})(?=.)/g, '$1-'), mono: true }]);
    // An online appointment has no door.
    if (appointment.location !== null) sheet.paragraph(texts.once);
  });
  return asDocument(`${texts.file} ${appointment.label}`, pdf);
}

function factsOf(ticket: Ticket, language: Language): { label: string; value: string }[] {
  const texts = textsIn(language);
  const { appointment, name, guests, notes, price, order_label: order } = ticket;
  const { starts_at, ends_at, timezone, location, label, currency } = appointment;
  const at = (time: string) => timeAtPlace(new Date(time), timezone, language);
  const paid = price === null ? null : inWords(minorUnitsOf(price), currency, language);
  return [
    { label: texts.starts, value: at(starts_at) },
    { label: texts.ends, value: at(ends_at) },
    { label: texts.place, value: location ?? texts.online },
    { label: texts.name, value: name },
    { label: texts.guests, value: guests.map((guest) => guest.name).join(', ') || texts.nobody },
    { label: texts.places, value: String(1 + guests.length) },
    ...(notes ? [{ label: texts.notes, value: notes }] : []),
    ...(paid && order ? [{ label: texts.price, value: texts.paid(paid, order) }] : []),
    { label: texts.appointment, value: label },
  ];
}
