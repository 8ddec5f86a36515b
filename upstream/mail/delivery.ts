import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../config';
import type { Database } from '../database/database';
import type { Job } from '../jobs/jobs';
import type { Mail } from './mail';
import { mailbox } from './mailbox.tables';

type Deliver = (job: Job<'mail'>) => Promise<void>;

/** What the mail queue's worker does: hand each mail to the SMTP server, or without one put it into the mailbox. */
export function createDelivery(db: Database, config: UpstreamConfig, log: Logger): Deliver {
  const deliver = config.smtpUrl ? overSmtp(config.smtpUrl, config) : intoMailbox(db);
  return async (job) => {
    await deliver(job);
    log.info({ job: job.id, language: job.data.language }, 'mail delivered');
  };
}

function overSmtp(smtpUrl: string, { mailFrom, publicUrl }: UpstreamConfig): Deliver {
  const transport = nodemailer.createTransport(smtpUrl, { from: mailFrom });
  const domain = new URL(publicUrl).hostname;
  return async ({ id, data }) => {
    // The same Message-ID when a job runs twice: mailboxes show it once.
    await transport.sendMail({ ...messageOf(data), messageId: `<${id}@${domain}>` });
  };
}

/** The address is given as an object, so that no sign in it starts a second recipient. */
const messageOf = ({ to, language, subject, text, html, attachments = [] }: Mail) => ({
  to: { name: '', address: to },
  subject,
  text,
  html,
  attachments: attachments.map((file) => ({ filename: file.name, contentType: file.mimeType, content: file.text })),
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
