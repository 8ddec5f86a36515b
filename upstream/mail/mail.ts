import type { Tx } from '../database/database';
import type { Deps } from '../deps';
import { layOut } from './layout';

export type Language = 'en' | 'de';

/** The content of a mail as plain text. The layout escapes it and adds frame and product name, but no greeting. */
export interface MailContent {
  subject: string;
  /** Plain-text paragraphs in reading order. The button follows the last one. */
  paragraphs: string[];
  /** A picture above the button, in HTML only. An attachment with this name is `inline`. */
  picture?: { name: string; alt: string };
  action?: { label: string; url: string };
  /** Smaller paragraphs below the button, such as "If this was not you, …". */
  notes?: string[];
}

/** The text of one mail in both languages. */
export type MailTemplate<D> = (language: Language, data: D & { productName: string }) => MailContent;

export interface Attachment {
  name: string;
  mimeType: string;
  /** The content: text, or the bytes of a file in the encoding. */
  text: string;
  encoding?: 'base64';
  /** True for the picture of the content. */
  inline?: boolean;
}

/** A mail ready to be sent. */
export interface Mail {
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
  links: string[];
  attachments?: Attachment[];
  /** When its link or code expires, in ISO 8601. It is not sent after that. */
  until?: string;
}

/**
 * Renders the mail and enqueues it in `tx`. It is sent after the commit and never after a rollback.
 * @param mail.until when its link or code expires; it is not sent after that
 */
export async function sendMail<D>(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config'>,
  mail: { to: string; language: Language; template: MailTemplate<D>; data: D; until?: Date | undefined },
): Promise<void> {
  const { productName } = deps.config;
  const content = mail.template(mail.language, { ...mail.data, productName });
  await deps.jobs.enqueue(tx, 'mail', {
    to: mail.to,
    language: mail.language,
    ...layOut(content, mail.language, deps.config),
    ...(mail.until && { until: mail.until.toISOString() }),
  });
}
