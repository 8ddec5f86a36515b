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
  /** Newest first. */
  list(to: string): Promise<Mail[]>;
  /** The newest mail to the address whose subject fits, `besides` those that were there; waits up to 10 seconds for it. */
  waitFor(wanted: { to: string; subject: string | RegExp; besides?: number[] }): Promise<Mail>;
}

const PATIENCE_MS = 10_000;

/** The club's mail as anybody may read it at `/_mail.json`. */
export function openMailbox(url: string): Mailbox {
  async function list(to: string): Promise<Mail[]> {
    const response = await fetch(`${url}/_mail.json?to=${encodeURIComponent(to)}`);
    return (await response.json()) as Mail[];
  }
  return {
    list,
    async waitFor({ to, subject, besides = [] }) {
      const giveUp = performance.now() + PATIENCE_MS;
      let mails = await list(to);
      for (;;) {
        const mail = mails.find(
          (one) =>
            !besides.includes(one.id) &&
            (typeof subject === 'string' ? one.subject.includes(subject) : subject.test(one.subject)),
        );
        if (mail) return mail;
        if (performance.now() > giveUp) break;
        await wait(50);
        mails = await list(to);
      }
      const found = mails.map((mail) => mail.subject).join(', ') || 'nothing';
      throw new Error(`No mail to ${to} with the subject ${subject}; there is ${found}`);
    },
  };
}

/** The code of a verification step that a mail carries. */
export const codeIn = ({ text }: Pick<Mail, 'text'>): string => /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? '';
