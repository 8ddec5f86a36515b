/** What a member is told of an order: on the pages, and by a mail that no preference switches off. */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import type { UserRow } from '../../identity/identity';
import { sendMail } from '../../mail/mail';
import { createNotification, type NewNotification } from '../../notifications/notifications';
import { inWords } from '../amounts';
import { confirmByMail } from '../receipts/confirmation';
import type { OrderRow } from './order-steps';
import { orderMail } from './orders.mails';

/** What happened: paid in full or in part, money after the end, the end without it, money that goes back. */
export type OrderEvent = 'paid' | 'part' | 'late' | 'expired' | 'refunded';

interface Telling {
  event: OrderEvent;
  /** As it stands afterwards. */
  order: OrderRow;
  member: UserRow;
  /** What moved, in minor units; 0 where nothing did. */
  amount: bigint;
  /** Of the money that moved: the mail proves it. */
  transactionLabel?: string;
}

/** Amounts as words, for notice and mail. */
export interface OrderWords {
  label: string;
  amount: string;
  /** Of the order. */
  total: string;
  /** What is still due. */
  rest: string;
}

/** Tells the member within the transaction of what happened; one without a confirmed address gets no mail. */
export async function tellOf(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster'>,
  telling: Telling,
  now: Date,
): Promise<void> {
  const { event, order, member, transactionLabel } = telling;
  if (member.deletedAt) return;
  const url = `/financial/order/${order.label}`;
  const words = { en: wordsFor(telling, 'en'), de: wordsFor(telling, 'de') };
  const notice = notices[event](words.en, words.de);
  const type = `wallet.order_${event}` as const;
  await createNotification(
    { ...deps, db: tx },
    { ...notice, userId: member.id, type, class: 'wallet', url, hasOwnMail: true, now },
  );
  if (!member.emailVerifiedAt) return;
  const { firstname, language } = member;
  const data = { ...words[language], event, firstname, url: deps.config.publicUrl + url };
  const mail = { to: member.email, language, template: orderMail, data };
  await (transactionLabel ? confirmByMail(tx, deps, { ...mail, transactionLabel }) : sendMail(tx, deps, mail));
}

function wordsFor({ order, amount }: Telling, language: Language): OrderWords {
  const words = (units: bigint) => inWords(units, order.currency, language);
  return {
    label: order.label,
    amount: words(amount),
    total: words(order.amount),
    rest: words(order.amount - order.amountPaid),
  };
}

type Notice = Pick<NewNotification, 'title' | 'description' | 'status'>;

const notices: Record<OrderEvent, (en: OrderWords, de: OrderWords) => Notice> = {
  paid: (en, de) => ({
    title: { en: `${en.amount} arrived`, de: `${de.amount} sind angekommen` },
    description: {
      en: `Order ${en.label} is paid, and the money is in your balance.`,
      de: `Bestellung ${de.label} ist bezahlt, und das Geld ist in deinem Guthaben.`,
    },
    status: 'success',
  }),
  part: (en, de) => ({
    title: { en: `${en.amount} arrived, ${en.rest} to go`, de: `${de.amount} sind angekommen, ${de.rest} fehlen noch` },
    description: {
      en: `The money for order ${en.label} is in your balance. Please transfer the rest as well.`,
      de: `Das Geld für Bestellung ${de.label} ist in deinem Guthaben. Bitte überweise auch den Rest.`,
    },
    status: 'info',
  }),
  late: (en, de) => ({
    title: { en: `${en.amount} arrived`, de: `${de.amount} sind angekommen` },
    description: {
      en: `Order ${en.label} was over already, so the money is in your balance.`,
      de: `Bestellung ${de.label} war schon abgeschlossen; das Geld ist deshalb in deinem Guthaben.`,
    },
    status: 'info',
  }),
  expired: (en, de) => ({
    title: { en: `Order ${en.label} expired`, de: `Bestellung ${de.label} ist abgelaufen` },
    description: {
      en: `${en.total} were not paid in full in time. Whatever arrived, or still arrives, is credited to your balance.`,
      de: `${de.total} wurden nicht rechtzeitig ganz bezahlt. Was angekommen ist oder noch ankommt, wird deinem Guthaben gutgeschrieben.`,
    },
    status: 'warning',
  }),
  refunded: (en, de) => ({
    title: { en: `${en.amount} go back to you`, de: `${de.amount} gehen an dich zurück` },
    description: {
      en: `Order ${en.label} was taken back; the club transfers the money to your bank.`,
      de: `Bestellung ${de.label} wurde zurückgenommen; der Verein überweist das Geld an deine Bank.`,
    },
    status: 'info',
  }),
};
