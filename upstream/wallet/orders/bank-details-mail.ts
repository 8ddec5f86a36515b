/** Mails the bank details of a new order, with QR code and PDF. Rules: docs/product/wallet.md#order. */
import { encode } from 'uqr';
import { epcCode } from '../../contract/orders';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import type { Job } from '../../jobs/jobs';
import { layOut } from '../../mail/layout';
import { qrPng } from '../../mail/qr-png';
import { findUser, type UserRow } from '../../members/users';
import { inWords, minorUnitsOf } from '../amounts';
import { writeBankDetails } from './bank-details-pdf';
import type { OrderRow } from './order-steps';
import { bankDetailsMail } from './orders.mails';
import { readOrder } from './show-orders';

const qrName = 'qr-code.png';

/** Mails the details after the commit. A member without a confirmed e-mail address gets no mail. */
export async function mailBankDetails(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { emailVerifiedAt }: UserRow,
  { userId, label }: OrderRow,
): Promise<void> {
  if (emailVerifiedAt) await jobs.enqueue(tx, 'bank-details', { userId, orderLabel: label });
}

/**
 * Returns the worker of the queue `bank-details`. It sends nothing once something was paid: the mail about that payment
 * says what is still due.
 */
export function createBankDetailsMails(deps: Deps): (job: Job<'bank-details'>) => Promise<void> {
  return async ({ id, data: { userId, orderLabel } }) => {
    const member = await findUser(deps.db, userId);
    if (!member || member.deletedAt) return;
    const { email: to, language, firstname, timezone } = member;
    const order = await readOrder(deps.db, orderLabel, language);
    const { bank_details: details, expires_at: until } = order;
    // A part of the balance may be held for it, but no transfer has arrived.
    if (!details || order.status !== 'awaiting_payment') return;
    const { productName, publicUrl } = deps.config;
    const pdf = await writeBankDetails(deps, order, { language, now: new Date() });
    const content = bankDetailsMail(language, {
      firstname,
      isPurchase: order.type !== 'deposit',
      details,
      amount: inWords(minorUnitsOf(details.amount), details.currency, language),
      until: until && dayOf(until, language, timezone ?? 'Europe/Berlin'),
      url: `${publicUrl}/financial/order/${orderLabel}/bank-details`,
      qrName,
      productName,
    });
    const qr = qrPng(encode(details.epc, { ...epcCode, border: 0 }).data);
    const attachments = [
      { name: qrName, mimeType: 'image/png', text: qr.toString('base64'), encoding: 'base64' as const, inline: true },
      { name: `${pdf.name}.pdf`, mimeType: pdf.mime_type, text: pdf.data, encoding: 'base64' as const },
    ];
    await transaction(deps.db, (tx) =>
      deps.jobs.enqueue(tx, 'mail', { to, language, ...layOut(content, language, deps.config), attachments }, id),
    );
  };
}

const dayOf = (at: string, language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone }).format(new Date(at));
