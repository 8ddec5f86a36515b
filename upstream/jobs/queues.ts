import type { Language, Mail, MailContent } from '../mail/mail';

/** The data of each queue's jobs. */
export interface JobPayloads {
  mail: Mail;
  /** A link that somebody requested. The job looks up the account. */
  'mailed-link': { kind: 'password-reset' | 'unlock' | 'verification'; email: string };
  /** A mail about an entry. It waits for the proof that the entry is in the log. */
  confirmation: { transactionLabel: string; to: string; language: Language; content: MailContent; since: string };
  /** The bank details of a new order, which are mailed with a PDF. */
  'bank-details': { userId: number; orderLabel: string };
  /** Something in a room that its members are told. */
  'growing-notice': { noticeId: number };
  /** A story that members are told of. */
  'news-notice': { storyId: number };
  /** Something about an appointment that its holders are told. */
  'appointment-notice': { label: string };
  /** The next tickets of a canceled appointment. */
  'appointment-refunds': { label: string };
  /** An export of a member's data to a file. */
  export: { exportId: string };
  /** The files of a photo. */
  photo: { photoId: string };
  /** The photos of the demo club, at an ISO 8601 instant. They are drawn after the start. */
  'demo-photos': { now: string };
  /** The pictures of the demo club's news, at an ISO 8601 instant. They are drawn after the start. */
  'demo-news-pictures': { now: string };
  /** The preview of an image that a member or the staff attached. */
  'attachment-preview': { attachmentId: string };
  /** The next shares of an approved harvest. */
  'harvest-payout': { room: string; cycle: number; version: number };
}

export type QueueName = keyof JobPayloads;

interface QueueSettings {
  retryLimit: number;
  /** In seconds. Retry n waits this long, doubled n times, or up to twice of that. */
  retryDelay: number;
  /** In seconds. No retry waits longer. */
  longestDelay?: number;
  /** Frees the job of a killed process. */
  expireInSeconds: number;
}

export const queues: Record<QueueName, QueueSettings> = {
  // Three days, as mail servers do it: a mail server that is away over a weekend loses no mail.
  mail: { retryLimit: 33, retryDelay: 15, longestDelay: 3 * 60 * 60, expireInSeconds: 900 },
  'mailed-link': { retryLimit: 8, retryDelay: 15, expireInSeconds: 60 },
  confirmation: { retryLimit: 8, retryDelay: 5, expireInSeconds: 60 },
  'bank-details': { retryLimit: 8, retryDelay: 15, expireInSeconds: 60 },
  'growing-notice': { retryLimit: 8, retryDelay: 15, expireInSeconds: 600 },
  'news-notice': { retryLimit: 8, retryDelay: 15, expireInSeconds: 600 },
  'appointment-notice': { retryLimit: 8, retryDelay: 15, expireInSeconds: 600 },
  'appointment-refunds': { retryLimit: 8, retryDelay: 5, expireInSeconds: 600 },
  export: { retryLimit: 5, retryDelay: 15, expireInSeconds: 600 },
  photo: { retryLimit: 5, retryDelay: 15, expireInSeconds: 120 },
  'demo-photos': { retryLimit: 2, retryDelay: 15, expireInSeconds: 120 },
  'demo-news-pictures': { retryLimit: 2, retryDelay: 15, expireInSeconds: 120 },
  'attachment-preview': { retryLimit: 3, retryDelay: 15, expireInSeconds: 120 },
  'harvest-payout': { retryLimit: 8, retryDelay: 5, expireInSeconds: 60 },
};
