/** The mails about withdrawals, in both languages. */
import type { MailTemplate } from '../../mail/mail';
import type { WithdrawalEnd } from './withdrawals.notices';

interface Target {
  firstname: string;
  label: string;
  /** Formatted with its currency. */
  amount: string;
  payee: string;
  lastFour: string;
}

/** Confirms a request. By its link the member can cancel until somebody approves, signed in or not. */
export const requestedMail: MailTemplate<
  Target & { net: string; fee: string | null; day: string; cancelUrl: string }
> = (language, { firstname, label, amount, net, fee, payee, lastFour, day, cancelUrl }) =>
  language === 'de'
    ? {
        subject: `Auszahlung ${label}: ${amount} an ${payee}, Konto …${lastFour}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `du hast eine Auszahlung über ${amount} an ${payee} beantragt, auf das Konto, das mit ${lastFour} endet.`,
          fee
            ? `Nach Abzug der Gebühr von ${fee} kommen dort ${net} an, voraussichtlich bis zum ${day}.`
            : `Dort ist das Geld voraussichtlich bis zum ${day}. Es kostet nichts.`,
          'Wir prüfen die Auszahlung. Solange wir sie nicht freigegeben haben, kannst du sie mit diesem Link stornieren, auch ohne dich anzumelden:',
        ],
        action: { label: 'Auszahlung stornieren', url: cancelUrl },
        notes: [
          'Das warst du nicht? Dann storniere die Auszahlung gleich und setze ein neues Passwort. Gib den Link an niemanden weiter.',
        ],
      }
    : {
        subject: `Withdrawal ${label}: ${amount} to ${payee}, account …${lastFour}`,
        paragraphs: [
          `Hello ${firstname},`,
          `You asked for a withdrawal of ${amount} to ${payee}, to the account that ends in ${lastFour}.`,
          fee
            ? `After the fee of ${fee}, ${net} should arrive there by ${day}.`
            : `The money should be there by ${day}. It costs nothing.`,
          'We are checking the withdrawal. Until we approve it, you can cancel it with this link, even without signing in:',
        ],
        action: { label: 'Cancel the withdrawal', url: cancelUrl },
        notes: [
          'This was not you? Then cancel the withdrawal at once and set a new password. Do not pass the link on.',
        ],
      };

/** Tells how a withdrawal ended, with the reason if there is one. */
export const endMail: MailTemplate<Target & { kind: WithdrawalEnd; reason: string | null; url: string }> = (
  language,
  { kind, reason, url, ...about },
) => {
  const { subject, sentence, because, open, hello } = language === 'de' ? german(kind, about) : english(kind, about);
  return {
    subject,
    paragraphs: [`${hello} ${about.firstname},`, sentence, ...(reason ? [`${because} ${reason}`] : [])],
    action: { label: open, url },
  };
};

function english(kind: WithdrawalEnd, { label, amount, payee, lastFour }: Target) {
  const again = `${amount} is in your balance again.`;
  const texts: Record<WithdrawalEnd, [subject: string, sentence: string]> = {
    completed: [
      `Withdrawal ${label}: ${amount} paid out`,
      `We have paid ${amount} to ${payee}, to the account that ends in ${lastFour}.`,
    ],
    canceled: [`Withdrawal ${label} is cancelled`, `Your withdrawal ${label} is cancelled. ${again}`],
    rejected: [`Withdrawal ${label} was rejected`, `We have rejected your withdrawal ${label}. ${again}`],
    failed: [
      `Withdrawal ${label} failed`,
      `The bank did not carry out your withdrawal ${label} to the account that ends in ${lastFour}. ${again}`,
    ],
    returned: [
      `Withdrawal ${label} was sent back`,
      `The bank sent back your withdrawal ${label} to the account that ends in ${lastFour}. ${again}`,
    ],
  };
  const [subject, sentence] = texts[kind];
  return { subject, sentence, hello: 'Hello', because: 'The reason:', open: 'Open the withdrawal' };
}

function german(kind: WithdrawalEnd, { label, amount, payee, lastFour }: Target) {
  const again = `${amount} sind wieder in deinem Guthaben.`;
  const texts: Record<WithdrawalEnd, [subject: string, sentence: string]> = {
    completed: [
      `Auszahlung ${label}: ${amount} überwiesen`,
      `wir haben ${amount} an ${payee} überwiesen, auf das Konto, das mit ${lastFour} endet.`,
    ],
    canceled: [`Auszahlung ${label} ist storniert`, `deine Auszahlung ${label} ist storniert. ${again}`],
    rejected: [`Auszahlung ${label} wurde abgelehnt`, `wir haben deine Auszahlung ${label} abgelehnt. ${again}`],
    failed: [
      `Auszahlung ${label} ist fehlgeschlagen`,
      `die Bank hat deine Auszahlung ${label} auf das Konto, das mit ${lastFour} endet, nicht ausgeführt. ${again}`,
    ],
    returned: [
      `Auszahlung ${label} ist zurückgekommen`,
      `die Bank hat deine Auszahlung ${label} auf das Konto, das mit ${lastFour} endet, zurückgeschickt. ${again}`,
    ],
  };
  const [subject, sentence] = texts[kind];
  return { subject, sentence, hello: 'Hallo', because: 'Der Grund:', open: 'Auszahlung ansehen' };
}
