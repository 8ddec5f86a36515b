import type { Language, Mail, MailContent } from '../mail/mail';

/** Every queue with what its jobs carry. */
export interface JobPayloads {
  mail: Mail;
  /** A link that somebody asked for; the account is looked up by the job. */
  'mailed-link': { kind: 'password-reset' | 'unlock' | 'verification'; email: string };
  /** A mail about a booking, which waits for the proof that the booking is in the log. */
  confirmation: { transactionLabel: string; to: string; language: Language; content: MailContent; since: string };
  /** A member's data to be written into a file. */
  export: { exportId: string };
}

export type QueueName = keyof JobPayloads;

/** Retries wait `retryDelay` seconds, doubled each time; `expireInSeconds` frees a job whose process was killed. */
export const queues: Record<QueueName, { retryLimit: number; retryDelay: number; expireInSeconds: number }> = {
  mail: { retryLimit: 8, retryDelay: 15, expireInSeconds: 120 },
  'mailed-link': { retryLimit: 8, retryDelay: 15, expireInSeconds: 60 },
  confirmation: { retryLimit: 8, retryDelay: 5, expireInSeconds: 60 },
  export: { retryLimit: 5, retryDelay: 15, expireInSeconds: 600 },
};
