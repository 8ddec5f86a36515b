/** The mails about orders. None asks for money by itself: where to transfer stands on the page, behind the sign-in. */
import type { MailContent, MailTemplate } from '../../mail/mail';
import type { OrderEvent, OrderWords } from './orders.notices';

type Data = OrderWords & { event: OrderEvent; firstname: string; url: string };
type Words = Pick<MailContent, 'subject'> & { text: string };

/** Tells what happened to an order, and leads to it. */
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
    text: `${amount} arrived for your order ${label} and is in your balance. ${rest} is still due; the page of the order has a new code for it.`,
  }),
  late: ({ amount, label }) => ({
    subject: `Your payment of ${amount} arrived`,
    text: `${amount} arrived for your order ${label}, which was over by then. The money is in your balance; the order stays as it is.`,
  }),
  expired: ({ total, label }) => ({
    subject: `Your order ${label} expired`,
    text: `Your order ${label} for ${total} was not paid in full in time, so it expired. Please transfer nothing for it any more. Whatever arrived, or still arrives, is credited to your balance.`,
  }),
  refunded: ({ amount, label }) => ({
    subject: `${amount} go back to you`,
    text: `The club took back your order ${label}. ${amount} left your balance and will be transferred to your bank.`,
  }),
};

const german: typeof english = {
  paid: ({ amount, label }) => ({
    subject: `Deine Zahlung über ${amount} ist da`,
    text: `für deine Bestellung ${label} sind ${amount} angekommen. Sie ist bezahlt, und das Geld ist in deinem Guthaben.`,
  }),
  part: ({ amount, rest, label }) => ({
    subject: `Ein Teil deiner Zahlung ist da: ${amount}`,
    text: `für deine Bestellung ${label} sind ${amount} angekommen und in deinem Guthaben. ${rest} fehlen noch; auf der Seite der Bestellung findest du einen neuen Code dafür.`,
  }),
  late: ({ amount, label }) => ({
    subject: `Deine Zahlung über ${amount} ist da`,
    text: `für deine Bestellung ${label} sind ${amount} angekommen, als sie schon abgeschlossen war. Das Geld ist in deinem Guthaben; die Bestellung bleibt, wie sie ist.`,
  }),
  expired: ({ total, label }) => ({
    subject: `Deine Bestellung ${label} ist abgelaufen`,
    text: `deine Bestellung ${label} über ${total} wurde nicht rechtzeitig ganz bezahlt und ist abgelaufen. Bitte überweise dafür nichts mehr. Was angekommen ist oder noch ankommt, wird deinem Guthaben gutgeschrieben.`,
  }),
  refunded: ({ amount, label }) => ({
    subject: `${amount} gehen an dich zurück`,
    text: `der Verein hat deine Bestellung ${label} zurückgenommen. ${amount} wurden deinem Guthaben entnommen und werden an deine Bank überwiesen.`,
  }),
};
