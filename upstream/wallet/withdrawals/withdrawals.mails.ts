/** The mails around withdrawals, in both languages. */
import type { MailTemplate } from '../../mail/mail';
import type { WithdrawalEnd } from './withdrawals.notices';

interface Target {
  firstname: string;
  label: string;
  /** As people write it. */
  amount: string;
  payee: string;
  lastFour: string;
}

/** Confirms a request; by its link the member cancels it, signed in or not, as long as nobody has approved it. */
export const requestedMail: MailTemplate<
  Target & { net: string; fee: string | null; day: string; cancelUrl: string }
> = (language, { firstname, label, amount, net, fee, payee, lastFour, day, cancelUrl }) =>
  language === 'de'
    ? {
        subject: `Auszahlung ${label}: ${amount} an ${payee}, Konto …${lastFour}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `du hast eine Auszahlung über ${amount} an ${payee} beauftragt, auf das Konto, das mit ${lastFour} endet.`,
          fee
            ? `Nach Abzug der Gebühr von ${fee} kommen dort ${net} an, voraussichtlich bis zum ${day}.`
            : `Dort ist das Geld voraussichtlich bis zum ${day}. Es kostet nichts.`,
          'Wir prüfen die Auszahlung. Solange wir sie nicht freigegeben haben, kannst du sie mit diesem Link stornieren, auch ohne dich anzumelden:',
        ],
        action: { label: 'Auszahlung stornieren', url: cancelUrl },
        notes: [
          'Das warst du nicht? Dann storniere die Auszahlung gleich und setze ein neues Passwort. Gib den Link niemandem weiter.',
        ],
      }
    : {
        subject: `Withdrawal ${label}: ${amount} to ${payee}, account …${lastFour}`,
        paragraphs: [
          `Hello ${firstname},`,
          `you asked for a withdrawal of ${amount} to ${payee}, to the account that ends in ${lastFour}.`,
          fee
            ? `Less the fee of ${fee}, ${net} arrive there, probably by ${day}.`
            : `The money should be there by ${day}. It costs nothing.`,
          'We are checking the withdrawal. Until we have approved it you can cancel it by this link, even without signing in:',
        ],
        action: { label: 'Cancel the withdrawal', url: cancelUrl },
        notes: [
          'This was not you? Then cancel the withdrawal at once and set a new password. Pass the link on to nobody.',
        ],
      };

/** How a withdrawal ended, with the reason where there is one. */
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
  const again = `${amount} are in your balance again.`;
  const texts: Record<WithdrawalEnd, [subject: string, sentence: string]> = {
    completed: [
      `Withdrawal ${label}: ${amount} paid out`,
      `we have paid ${amount} to ${payee}, to the account that ends in ${lastFour}.`,
    ],
    canceled: [`Withdrawal ${label} is canceled`, `your withdrawal ${label} is canceled. ${again}`],
    rejected: [`Withdrawal ${label} was rejected`, `we have not approved your withdrawal ${label}. ${again}`],
    failed: [
      `Withdrawal ${label} failed`,
      `the bank did not carry out your withdrawal ${label} to the account that ends in ${lastFour}. ${again}`,
    ],
    returned: [
      `Withdrawal ${label} came back`,
      `the bank sent back your withdrawal ${label} to the account that ends in ${lastFour}. ${again}`,
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
    rejected: [
      `Auszahlung ${label} wurde abgelehnt`,
      `wir haben deine Auszahlung ${label} nicht freigegeben. ${again}`,
    ],
    failed: [
      `Auszahlung ${label} ist fehlgeschlagen`,
      `die Bank hat deine Auszahlung ${label} auf das Konto, das mit ${lastFour} endet, nicht ausgeführt. ${again}`,
    ],
    returned: [
      `Auszahlung ${label} kam zurück`,
      `die Bank hat deine Auszahlung ${label} auf das Konto, das mit ${lastFour} endet, zurückgeschickt. ${again}`,
    ],
  };
  const [subject, sentence] = texts[kind];
  return { subject, sentence, hello: 'Hallo', because: 'Der Grund:', open: 'Auszahlung ansehen' };
}
