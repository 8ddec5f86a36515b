/** The mails about orders. No mail asks for money: the transfer details are on the page, behind the sign-in. */
import type { MailContent, MailTemplate } from '../../mail/mail';
import type { OrderEvent, OrderWords } from './orders.notices';

type Data = OrderWords & { event: OrderEvent; firstname: string; url: string };
type Words = Pick<MailContent, 'subject'> & { text: string };

/** Tells the member what happened to an order, with a link to it. */
export const orderMail: MailTemplate<Data> = (language, data) => {
  const { subject, text } = (language === 'de' ? german : english)[data.event](data);
  return {
    subject,
    paragraphs: [language === 'de' ? `Hallo ${data.firstname},` : `Hello ${data.firstname},`, text],
    action: { label: language === 'de' ? 'Zur Bestellung' : 'Go to the order', url: data.url },
  };
};

const english: Record<OrderEvent, (data: Data) => Words> = {
  paid: ({ amount, label }) => ({
    subject: `Your payment of ${amount} arrived`,
    text: `${amount} arrived for your order ${label}. The order is paid, and the money is in your balance.`,
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
