/** Tells a member about an order, by a notification and by a mail that no preference switches off. */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { sendMail } from '../../mail/mail';
import type { UserRow } from '../../members/users';
import { createNotification, type NewNotification } from '../../notifications/notifications';
import { inWords } from '../amounts';
import { confirmByMail } from '../receipts/confirmation';
import { goodsOf } from './goods';
import { missingOf, type OrderRow } from './order-steps';
import { orderMail, sentences } from './orders.mails';

/** The order was paid in full, paid from the balance, paid in part, paid after its end, expired, or refunded. */
export type OrderEvent = 'paid' | 'bought' | 'part' | 'late' | 'expired' | 'refunded';

interface OrderNotice {
  event: OrderEvent;
  /** The order after the event. */
  order: OrderRow;
  member: UserRow;
  /** The amount that moved, in minor units; 0 when nothing moved. */
  amount: bigint;
  /** The transaction that moved the money. The mail proves it. */
  transactionLabel?: string;
}

/** Formatted amounts for notification and mail. */
export interface OrderWords {
  label: string;
  amount: string;
  /** The amount of the order. */
  total: string;
  /** The amount that is still due. */
  rest: string;
  /** A sentence about what was delivered, or nothing. */
  goods: string;
}

/** Tells the member within the caller's transaction. A member without a confirmed e-mail address gets no mail. */
export async function tellOfOrder(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster' | 'goods'>,
  told: OrderNotice,
  now: Date,
): Promise<void> {
  const { event, order, member, transactionLabel } = told;
  if (member.deletedAt) return;
  const isDelivered = event === 'paid' || event === 'bought';
  const delivered = isDelivered ? await goodsOf(deps, order)?.describe(tx, order.label) : undefined;
  const notice = { ...told, goods: delivered?.words };
  await createNotification({ ...deps, db: tx }, orderNotice(notice, now));
  if (!member.emailVerifiedAt) return;
  const { firstname, language } = member;
  const isPurchase = order.type !== 'deposit';
  const data = {
    ...wordsFor(notice, language),
    event,
    isPurchase,
    firstname,
    url: deps.config.publicUrl + pathOf(order),
  };
  const mail = { to: member.email, language, template: orderMail, data };
  await (transactionLabel ? confirmByMail(tx, deps, { ...mail, transactionLabel }) : sendMail(tx, deps, mail));
}

type Event = Pick<OrderNotice, 'event' | 'order' | 'amount'> & { goods?: Record<Language, string> };

/** Returns the notification alone, without its mail. */
export function orderNotice(notice: Event, now: Date): NewNotification {
  const { event, order } = notice;
  return {
    ...noticesOf(order)[event](wordsFor(notice, 'en'), wordsFor(notice, 'de')),
    userId: order.userId,
    type: `wallet.order_${event}`,
    class: 'wallet',
    url: pathOf(order),
    hasOwnMail: true,
    now,
  };
}

const pathOf = ({ label }: OrderRow) => `/financial/order/${label}`;

function wordsFor({ order, amount, goods }: Event, language: Language): OrderWords {
  const words = (units: bigint) => inWords(units, order.currency, language);
  return {
    label: order.label,
    amount: words(amount),
    total: words(order.amount),
    rest: words(missingOf(order)),
    goods: goods?.[language] ?? '',
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
  bought: (en, de) => ({
    title: { en: `Order ${en.label} is complete`, de: `Bestellung ${de.label} ist abgeschlossen` },
    description: {
      en: sentences(`Paid with ${en.amount} from your balance.`, en.goods),
      de: sentences(`Bezahlt mit ${de.amount} aus deinem Guthaben.`, de.goods),
    },
    status: 'success',
  }),
  part: (en, de) => ({
    title: {
      en: `${en.amount} arrived, ${en.rest} still due`,
      de: `${de.amount} sind angekommen, ${de.rest} fehlen noch`,
    },
    description: {
      en: `The money for order ${en.label} is in your balance. Please transfer the rest as well.`,
      de: `Das Geld für Bestellung ${de.label} ist in deinem Guthaben. Bitte überweise auch den Rest.`,
    },
    status: 'info',
  }),
  late: (en, de) => ({
    title: { en: `${en.amount} arrived`, de: `${de.amount} sind angekommen` },
    description: {
      en: `Order ${en.label} was already closed, so the money is in your balance.`,
      de: `Bestellung ${de.label} war schon beendet; das Geld ist deshalb in deinem Guthaben.`,
    },
    status: 'info',
  }),
  expired: (en, de) => ({
    title: { en: `Order ${en.label} expired`, de: `Bestellung ${de.label} ist abgelaufen` },
    description: {
      en: `${en.total} was not paid in full in time. Money that arrives goes into your balance.`,
      de: `${de.total} wurden nicht rechtzeitig ganz bezahlt. Geld, das ankommt, geht in dein Guthaben.`,
    },
    status: 'warning',
  }),
  refunded: (en, de) => ({
    title: { en: `${en.amount} is going back to you`, de: `${de.amount} gehen an dich zurück` },
    description: {
      en: `We refund order ${en.label} and transfer the money to your bank.`,
      de: `Wir erstatten Bestellung ${de.label} und überweisen das Geld an deine Bank.`,
    },
    status: 'info',
  }),
};

/** What is different when the order buys something. */
const purchaseNotices: typeof notices = {
  ...notices,
  paid: (en, de) => ({
    ...notices.paid(en, de),
    description: {
      en: sentences(`Order ${en.label} is paid.`, en.goods),
      de: sentences(`Bestellung ${de.label} ist bezahlt.`, de.goods),
    },
  }),
  part: (en, de) => ({
    ...notices.part(en, de),
    description: {
      en: `The money is held for order ${en.label}. Please transfer the rest as well.`,
      de: `Das Geld ist für Bestellung ${de.label} vorgemerkt. Bitte überweise auch den Rest.`,
    },
  }),
  expired: (en, de) => ({
    ...notices.expired(en, de),
    description: {
      en: `${en.total} was not paid in full in time. Nothing is reserved for you any more, and what was held is back in your balance.`,
      de: `${de.total} wurden nicht rechtzeitig ganz bezahlt. Für dich ist nichts mehr reserviert, und was vorgemerkt war, ist wieder in deinem Guthaben.`,
    },
  }),
  refunded: (en, de) => ({
    title: { en: `${en.amount} is back in your balance`, de: `${de.amount} sind wieder in deinem Guthaben` },
    description: {
      en: `Order ${en.label} is refunded, and what you bought with it is given back.`,
      de: `Bestellung ${de.label} ist erstattet, und was du damit gekauft hast, ist zurückgegeben.`,
    },
    status: 'info',
  }),
};

const noticesOf = ({ type }: OrderRow) => (type === 'deposit' ? notices : purchaseNotices);
