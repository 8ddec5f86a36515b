/** Tells a member about a reversed payment, by a notification and by a mail that no preference switches off. */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { type MailTemplate, sendMail } from '../../mail/mail';
import type { UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { inWords } from '../amounts';
import { noteOf } from '../orders/notes';
import { findOrder, stepOrder } from '../orders/order-steps';
import { confirmByMail } from '../receipts/confirmation';

interface ReversalNotice {
  member: UserRow;
  /** Minor units of euro, including the claim. */
  amount: bigint;
  /** The part that the member no longer had and owes the club. */
  claim: bigint;
  orderLabel: string | null;
  /** Null if there was nothing left to debit. */
  transactionLabel: string | null;
}

/**
 * Tells the member within the caller's transaction, and adds a note to the history of the order. A member without a
 * confirmed e-mail address gets no mail.
 */
export async function tellOfReversal(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster'>,
  reversal: ReversalNotice,
  now: Date,
): Promise<void> {
  const { member, amount, orderLabel, transactionLabel } = reversal;
  const order = orderLabel === null ? null : await findOrder(tx, orderLabel);
  if (order) await stepOrder(tx, order, { to: order.status, note: noteOf('reversed', amount, order) }, now);
  if (member.deletedAt) return;
  const [en, de] = [wordsIn('en', reversal), wordsIn('de', reversal)];
  const url = order ? `/financial/order/${order.label}` : '/financial';
  await createNotification(
    { ...deps, db: tx },
    {
      userId: member.id,
      type: 'wallet.payment_reversed',
      title: { en: en.title, de: de.title },
      description: { en: en.text, de: de.text },
      class: 'undo',
      status: 'warning',
      url,
      hasOwnMail: true,
      now,
    },
  );
  if (!member.emailVerifiedAt) return;
  const { language, firstname } = member;
  const data = { ...(language === 'de' ? de : en), firstname, url: deps.config.publicUrl + url };
  const mail = { to: member.email, language, template: reversalMail, data };
  await (transactionLabel ? confirmByMail(tx, deps, { ...mail, transactionLabel }) : sendMail(tx, deps, mail));
}

function wordsIn(language: Language, { amount, claim, orderLabel }: ReversalNotice): { title: string; text: string } {
  const [all, owed] = [inWords(amount, 'EUR', language), inWords(claim, 'EUR', language)];
  if (language === 'de') {
    const what = orderLabel ? `deine Zahlung zur Bestellung ${orderLabel}` : 'deine Zahlung';
    const open = `Davon waren ${owed} nicht mehr in deinem Guthaben; diesen Betrag schuldest du dem Verein. Was bei dir eingeht, wird zuerst damit verrechnet. Bis alles ausgeglichen ist, kannst du nichts auszahlen.`;
    const text = `Die Bank hat ${what} über ${all} zurückgebucht. ${claim > 0n ? open : 'Der Betrag wurde von deinem Guthaben abgezogen.'}`;
    return { title: `${all} wurden zurückgebucht`, text };
  }
  const what = orderLabel ? `your payment for order ${orderLabel}` : 'your payment';
  const open = `${owed} of it was no longer in your balance; you owe this amount to the club. Money that you receive repays it first. Until all of it is repaid, you cannot withdraw.`;
  const text = `The bank reversed ${what} of ${all}. ${claim > 0n ? open : 'The money left your balance.'}`;
  return { title: `A payment of ${all} was reversed`, text };
}

const reversalMail: MailTemplate<{ title: string; text: string; firstname: string; url: string }> = (
  language,
  { title, text, firstname, url },
) => ({
  subject: title,
  // The text begins with a capital, as in the notification, so the German greeting ends with an exclamation mark.
  paragraphs: [language === 'de' ? `Hallo ${firstname}!` : `Hello ${firstname},`, text],
  action: { label: language === 'de' ? 'Guthaben ansehen' : 'Open the wallet', url },
});
