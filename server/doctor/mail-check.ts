import nodemailer from 'nodemailer';
import { isLoopback } from '../../app/platform/request/env.server';
import type { ServerConfig } from '../config';
import { type Finding, findingsOf, reasonOf } from './finding';

const { fine, risky, wrong } = findingsOf('mail');

const TIMEOUT_MS = 5000;

/** Greets the mail server and signs in. Sends nothing. */
export async function checkMail({ upstream }: ServerConfig): Promise<Finding[]> {
  if (!upstream?.smtpUrl) return [];
  const { hostname, protocol, host, username } = new URL(upstream.smtpUrl);
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = nodemailer.createTransport({ url: upstream.smtpUrl, ...timeouts });
  try {
    await transport.verify();
  } catch (error) {
    return [
      wrong(
        `The mail server ${host} does not take mail: ${reasonOf(error)}`,
        'Check SMTP_URL: smtps://USER:PASSWORD@HOST.',
      ),
    ];
  } finally {
    transport.close();
  }
  if (protocol === 'smtp:' && username && !isLoopback(hostname))
    return [risky('SMTP_URL does not ask for TLS: a network on the way can read the password.', 'Use smtps://.')];
  return [fine(`The mail server ${host} takes mail.`)];
}
