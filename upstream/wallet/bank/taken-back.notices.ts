/** What a member is told of a payment that the bank took back: on the pages, and by a mail that no preference switches off. */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import type { UserRow } from '../../identity/identity';
import { type MailTemplate, sendMail } from '../../mail/mail';
import { createNotification } from '../../notifications/notifications';
import { inWords } from '../amounts';
import { noteOf } from '../orders/notes';
import { findOrder, stepOrder } from '../orders/order-steps';
import { confirmByMail } from '../receipts/confirmation';

interface TakenBack {
  member: UserRow;
  /** Minor units of euro, the claim included. */
  amount: bigint;
  /** What of it the member had no longer, and owes to the club. */
  claim: bigint;
  orderLabel: string | null;
  /** Null where nothing was left that could be taken. */
  transactionLabel: string | null;
}

/** Tells the member within the transaction; the history of the order notes it. One without a confirmed address gets no mail. */
export async function tellOfTakenBack(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster'>,
  takenBack: TakenBack,
  now: Date,
): Promise<void> {
  const { member, amount, orderLabel, transactionLabel } = takenBack;
  const order = orderLabel === null ? null : await findOrder(tx, orderLabel);
  if (order) await stepOrder(tx, order, { to: order.status, note: noteOf('reversed', amount, order) }, now);
  if (member.deletedAt) return;
  const [en, de] = [wordsIn('en', takenBack), wordsIn('de', takenBack)];
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
  const mail = { to: member.email, language, template: takenBackMail, data };
  await (transactionLabel ? confirmByMail(tx, deps, { ...mail, transactionLabel }) : sendMail(tx, deps, mail));
}

function wordsIn(language: Language, { amount, claim, orderLabel }: TakenBack): { title: string; text: string } {
  const [all, owed] = [inWords(amount, 'EUR', language), inWords(claim, 'EUR', language)];
  if (language === 'de') {
    const what = orderLabel ? `deine Zahlung zur Bestellung ${orderLabel}` : 'deine Zahlung';
    const open = `Davon waren ${owed} nicht mehr in deinem Guthaben; diesen Betrag schuldest du dem Verein. Bitte melde dich beim Support.`;
    const text = `Die Bank hat ${what} über ${all} zurückgebucht. ${claim > 0n ? open : 'Das Geld hat dein Guthaben verlassen.'}`;
    return { title: `${all} wurden zurückgebucht`, text };
  }
  const what = orderLabel ? `your payment for order ${orderLabel}` : 'your payment';
  const open = `Of it ${owed} were no longer in your balance; you owe this amount to the club. Please talk to the support.`;
  const text = `The bank took back ${what} of ${all}. ${claim > 0n ? open : 'The money left your balance.'}`;
  return { title: `${all} were taken back`, text };
}

const takenBackMail: MailTemplate<{ title: string; text: string; firstname: string; url: string }> = (
  language,
  { title, text, firstname, url },
) => ({
  subject: title,
  paragraphs: [`${language === 'de' ? 'Hallo' : 'Hello'} ${firstname},`, text],
  action: { label: language === 'de' ? 'Im Wallet ansehen' : 'Open the wallet', url },
});
