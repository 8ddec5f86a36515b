import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../config';
import type { Database } from '../database/database';
import { OfNoUse } from '../jobs/given-up';
import type { Job } from '../jobs/jobs';
import type { Mail } from './mail';
import { mailbox } from './mailbox.tables';

type Deliver = (job: Job<'mail'>) => Promise<void>;

/** Returns the handler of the mail queue. It sends each mail over SMTP, puts it into the mailbox, or discards it. */
export function createDelivery(db: Database, config: UpstreamConfig, log: Logger): Deliver {
  const deliver = config.smtpUrl ? overSmtp(config.smtpUrl, config) : config.mailbox ? intoMailbox(db) : null;
  return async (job) => {
    if (!deliver) return log.warn({ job: job.id, language: job.data.language }, 'mail discarded: SMTP_URL is not set');
    await deliver(job);
    log.info({ job: job.id, language: job.data.language }, 'mail delivered');
  };
}

function overSmtp(smtpUrl: string, { mailFrom, publicUrl }: UpstreamConfig): Deliver {
  const transport = nodemailer.createTransport(withTimeouts(smtpUrl), { from: mailFrom });
  const domain = new URL(publicUrl).hostname;
  return async ({ id, data }) => {
    if (data.until && Date.parse(data.until) <= Date.now()) throw new OfNoUse('MAIL_OVER');
    // A repeated job has the same Message-ID, so that mailboxes show the mail once.
    await transport.sendMail({ ...messageOf(data), messageId: `<${id}@${domain}>` }).catch((error: unknown) => {
      throw isUnknownAddress(error) ? new OfNoUse('MAIL_ADDRESS') : error;
    });
  };
}

/** Whether the mail server says for good that the address does not exist. Any other refusal may be that of a setting. */
function isUnknownAddress(error: unknown): boolean {
  const { code, response } = error as { code?: unknown; response?: unknown };
  return code === 'EENVELOPE' && /^5\d\d[ -]5\.1\.\d/.test(String(response));
}

/**
 * In milliseconds. With these, a mail to a silent server fails before the queue takes its process for killed. A server
 * has ten minutes to take a mail (RFC 5321, 4.5.3.2.6): if it took longer than we wait, it would get the mail twice.
 */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 600_000 };

/** Adds the timeouts that the URL of a mail server does not name. The library reads them nowhere else. */
export function withTimeouts(smtpUrl: string): string {
  // With each mail the library itself complains of what is no URL.
  if (!URL.canParse(smtpUrl)) return smtpUrl;
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(timeouts))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  return url.href;
}

/** The address is an object, so that no character in it can start a second recipient. */
const messageOf = ({ to, language, subject, text, html, attachments = [] }: Mail) => ({
  to: { name: '', address: to },
  subject,
  text,
  html,
  attachments: attachments.map(({ name, mimeType, text: content, encoding, inline }) => ({
    filename: name,
    contentType: mimeType,
    content,
    ...(encoding && { encoding }),
    ...(inline && { cid: name, contentDisposition: 'inline' as const }),
  })),
  headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
});

function intoMailbox(db: Database): Deliver {
  return async ({ id, data }) => {
    const { to, subject, text, html, links, attachments } = data;
    await db
      .insert(mailbox)
      .values({ jobId: id, to, subject, text, html, links, attachments, createdAt: new Date() })
      .onConflictDoNothing();
  };
}
