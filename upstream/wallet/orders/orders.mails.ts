/**
 * The mails about orders. Only the mail that follows an order at once names the transfer details. A later mail that asks
 * for money could be a forgery, so later details are on the page alone, behind the sign-in.
 */
import type { z } from '@hono/zod-openapi';
import type { BankDetails } from '../../contract/orders';
import type { MailContent, MailTemplate } from '../../mail/mail';
import type { OrderEvent, OrderWords } from './orders.notices';
import { textsIn } from './orders.texts';

type Data = OrderWords & { event: OrderEvent; isPurchase: boolean; firstname: string; url: string };
type Words = Pick<MailContent, 'subject'> & { text: string };

/** Tells the member what happened to an order, with a link to it. */
export const orderMail: MailTemplate<Data> = (language, data) => {
  const { subject, text } = wordsIn[language][data.isPurchase ? 'purchase' : 'deposit'][data.event](data);
  return {
    subject,
    paragraphs: [language === 'de' ? `Hallo ${data.firstname},` : `Hello ${data.firstname},`, text],
    action: { label: language === 'de' ? 'Zur Bestellung' : 'Go to the order', url: data.url },
  };
};

/** Joins sentences. An empty one is left out. */
export const sentences = (...all: string[]): string => all.filter(Boolean).join(' ');

const english: Record<OrderEvent, (data: Data) => Words> = {
  paid: ({ amount, label }) => ({
    subject: `Your payment of ${amount} arrived`,
    text: `${amount} arrived for your order ${label}. The order is paid, and the money is in your balance.`,
  }),
  bought: ({ amount, label, goods }) => ({
    subject: `Your order ${label} is complete`,
    text: sentences(`You paid your order ${label} with ${amount} from your balance.`, goods),
  }),
  part: ({ amount, rest, label }) => ({
    subject: `A part of your payment arrived: ${amount}`,
    text: `${amount} arrived for your order ${label} and is in your balance. ${rest} is still due. The page of the order has a new QR code for it.`,
  }),
  late: ({ amount, label }) => ({
    subject: `Your payment of ${amount} arrived`,
    text: `${amount} arrived for your order ${label}, which was already closed. The money is in your balance. The order stays as it is.`,
  }),
  expired: ({ total, label }) => ({
    subject: `Your order ${label} expired`,
    text: `Your order ${label} for ${total} was not paid in full in time, so it expired. Please transfer nothing more for it. Money that has arrived or still arrives goes into your balance.`,
  }),
  refunded: ({ amount, label }) => ({
    subject: `${amount} is going back to you`,
    text: `The club refunds your order ${label}. ${amount} left your balance, and we transfer it to your bank.`,
  }),
};

const german: typeof english = {
  paid: ({ amount, label }) => ({
    subject: `Deine Zahlung über ${amount} ist da`,
    text: `für deine Bestellung ${label} sind ${amount} angekommen. Sie ist bezahlt, und das Geld ist in deinem Guthaben.`,
  }),
  bought: ({ amount, label, goods }) => ({
    subject: `Deine Bestellung ${label} ist abgeschlossen`,
    text: sentences(`du hast deine Bestellung ${label} mit ${amount} aus deinem Guthaben bezahlt.`, goods),
  }),
  part: ({ amount, rest, label }) => ({
    subject: `Ein Teil deiner Zahlung ist da: ${amount}`,
    text: `für deine Bestellung ${label} sind ${amount} angekommen und in deinem Guthaben. ${rest} fehlen noch. Auf der Seite der Bestellung findest du einen neuen QR-Code dafür.`,
  }),
  late: ({ amount, label }) => ({
    subject: `Deine Zahlung über ${amount} ist da`,
    text: `für deine Bestellung ${label} sind ${amount} angekommen, als sie schon beendet war. Das Geld ist in deinem Guthaben. Die Bestellung bleibt, wie sie ist.`,
  }),
  expired: ({ total, label }) => ({
    subject: `Deine Bestellung ${label} ist abgelaufen`,
    text: `deine Bestellung ${label} über ${total} wurde nicht rechtzeitig ganz bezahlt und ist abgelaufen. Bitte überweise dafür nichts mehr. Geld, das angekommen ist oder noch ankommt, geht in dein Guthaben.`,
  }),
  refunded: ({ amount, label }) => ({
    subject: `${amount} gehen an dich zurück`,
    text: `der Verein erstattet deine Bestellung ${label}. Wir haben ${amount} aus deinem Guthaben genommen und überweisen sie an deine Bank.`,
  }),
};

const englishPurchase: typeof english = {
  ...english,
  paid: (data) => ({
    ...english.paid(data),
    text: sentences(`${data.amount} arrived for your order ${data.label}. The order is paid.`, data.goods),
  }),
  part: (data) => ({
    ...english.part(data),
    text: `${data.amount} arrived and is held for your order ${data.label}. ${data.rest} is still due. The page of the order has a new QR code for it.`,
  }),
  expired: (data) => ({
    ...english.expired(data),
    text: `Your order ${data.label} for ${data.total} was not paid in full in time, so it expired. Nothing is reserved for you any more, and what was held is back in your balance. Please transfer nothing more for it. Money that still arrives goes into your balance.`,
  }),
  refunded: ({ amount, label }) => ({
    subject: `${amount} is back in your balance`,
    text: `Your order ${label} is refunded, and what you bought with it is given back. ${amount} is back in your balance.`,
  }),
};

const germanPurchase: typeof english = {
  ...german,
  paid: (data) => ({
    ...german.paid(data),
    text: sentences(`für deine Bestellung ${data.label} sind ${data.amount} angekommen. Sie ist bezahlt.`, data.goods),
  }),
  part: (data) => ({
    ...german.part(data),
    text: `für deine Bestellung ${data.label} sind ${data.amount} angekommen und vorgemerkt. ${data.rest} fehlen noch. Auf der Seite der Bestellung findest du einen neuen QR-Code dafür.`,
  }),
  expired: (data) => ({
    ...german.expired(data),
    text: `deine Bestellung ${data.label} über ${data.total} wurde nicht rechtzeitig ganz bezahlt und ist abgelaufen. Für dich ist nichts mehr reserviert, und was vorgemerkt war, ist wieder in deinem Guthaben. Bitte überweise dafür nichts mehr. Geld, das noch ankommt, geht in dein Guthaben.`,
  }),
  refunded: ({ amount, label }) => ({
    subject: `${amount} sind wieder in deinem Guthaben`,
    text: `deine Bestellung ${label} ist erstattet, und was du damit gekauft hast, ist zurückgegeben. ${amount} sind wieder in deinem Guthaben.`,
  }),
};

const wordsIn = {
  en: { deposit: english, purchase: englishPurchase },
  de: { deposit: german, purchase: germanPurchase },
};

interface BankDetailsData {
  firstname: string;
  /** The order buys something, so the money does not stay in the balance. */
  isPurchase: boolean;
  details: z.infer<typeof BankDetails>;
  /** The amount that is due, in words. */
  amount: string;
  /** The last day, in words. */
  until: string | null;
  /** The page with the same details. */
  url: string;
  /** The name of the attached picture. */
  qrName: string;
}

/** Names what has to be transferred for an order that the member has just made. */
export const bankDetailsMail: MailTemplate<BankDetailsData> = (language, data) => {
  const { firstname, isPurchase, details, amount, until, url, qrName } = data;
  const words = textsIn(language).pdf;
  const facts = [
    [words.holder, details.account_holder],
    ['IBAN', details.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', details.bic],
    [words.bank, details.bank_name],
    [words.reference, details.reference],
    [words.amount, amount],
  ].map((fact) => fact.join(': '));
  const label = isPurchase ? details.reference : null;
  const texts = (language === 'de' ? germanDetails : englishDetails)({ amount, until, label });
  return {
    subject: texts.subject,
    paragraphs: [`${texts.hello} ${firstname},`, texts.what, facts.join('\n'), words.check, words.scan],
    picture: { name: qrName, alt: words.qr },
    action: { label: texts.page, url },
    notes: [texts.careful],
  };
};

/** `label` is set for an order that buys something. */
const englishDetails = ({ amount, until, label }: { amount: string; until: string | null; label: string | null }) => ({
  hello: 'Hello',
  subject: label ? `Bank details for your order ${label}` : `Bank details for your deposit of ${amount}`,
  what: label
    ? `You have placed order ${label}. Please transfer ${amount}${until ? ` by ${until}` : ''}. As soon as it arrives, the order is complete.`
    : `You have created a deposit of ${amount}. Please transfer the amount${until ? ` by ${until}` : ''}. As soon as it arrives, it is in your balance.`,
  page: 'See the bank details',
  careful:
    'The page and the attached PDF show the same bank details. If an e-mail names other ones, please transfer nothing and ask us.',
});

const germanDetails: typeof englishDetails = ({ amount, until, label }) => ({
  hello: 'Hallo',
  subject: label
    ? `Bankverbindung für deine Bestellung ${label}`
    : `Bankverbindung für deine Einzahlung über ${amount}`,
  what: label
    ? `du hast Bestellung ${label} aufgegeben. Bitte überweise ${amount}${until ? ` bis zum ${until}` : ''}. Sobald der Betrag ankommt, ist die Bestellung abgeschlossen.`
    : `du hast eine Einzahlung über ${amount} angelegt. Bitte überweise den Betrag${until ? ` bis zum ${until}` : ''}. Sobald er ankommt, ist er in deinem Guthaben.`,
  page: 'Bankverbindung ansehen',
  careful:
    'Die Seite und das angehängte PDF zeigen dieselbe Bankverbindung. Nennt dir eine E-Mail eine andere, dann überweise bitte nichts und frag uns.',
});
