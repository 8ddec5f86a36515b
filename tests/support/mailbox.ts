import { setTimeout as wait } from 'node:timers/promises';

export interface Mail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  created_at: string;
}

export interface Mailbox {
  /** Returns the mails, newest first. */
  list(to: string): Promise<Mail[]>;
  /**
   * Returns the newest mail to the address with a matching subject, each mail once. Waits for it for up to 60 seconds.
   */
  waitFor(wanted: { to: string; subject: string | RegExp }): Promise<Mail>;
}

const PATIENCE_MS = 60_000;

/** Opens the club's mail, which anybody can read at `/_mail.json`. */
export function openMailbox(url: string): Mailbox {
  /** Keeps the test from taking an earlier mail for one that is still on its way. */
  const fetched = new Set<number>();
  async function list(to: string): Promise<Mail[]> {
    const response = await fetch(`${url}/_mail.json?to=${encodeURIComponent(to)}`);
    return (await response.json()) as Mail[];
  }
  return {
    list,
    async waitFor({ to, subject }) {
      const giveUp = performance.now() + PATIENCE_MS;
      let mails = await list(to);
      for (;;) {
        const mail = mails.find(
          (one) =>
            !fetched.has(one.id) &&
            (typeof subject === 'string' ? one.subject.includes(subject) : subject.test(one.subject)),
        );
        if (mail) {
          fetched.add(mail.id);
          return mail;
        }
        if (performance.now() > giveUp) break;
        await wait(50);
        mails = await list(to);
      }
      const found = mails.map((mail) => mail.subject).join(', ') || 'nothing';
      throw new Error(`No mail to ${to} with the subject ${subject}; there is ${found}`);
    },
  };
}

/** Returns the verification code in a mail. */
export const codeIn = ({ text }: Pick<Mail, 'text'>): string => /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? '';
