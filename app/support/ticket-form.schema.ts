import { z } from 'zod';
import { TicketSubject } from '../../upstream/contract/support-tickets';
import { idempotencyField } from '../platform/form/idempotency.server';

/** Browsers send line breaks as two characters and count them as one. */
const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, '\n');

const text = z.string().overwrite(withPlainBreaks).trim().min(1).max(5000);

/** The fields of `readAttachments`. */
const files = {
  attachments: z.array(z.string()).default([]),
  attachment_names: z.array(z.string()).default([]),
  files_again: z.array(z.string()).optional(),
  remove_attachment: z.string().optional(),
  /** Programs send it empty. */
  files: z.string().optional(),
};

/** The first step looks for answers, the second sends. */
export const contactSchema = z.strictObject({
  intent: z.enum(['check', 'send', 'remove_reference']).default('check'),
  subject: TicketSubject,
  message: text,
  reference: z.string().max(40).optional(),
  topic: z.string().optional(),
  ...files,
  ...idempotencyField,
});

export const replySchema = z.strictObject({
  intent: z.enum(['reply', 'reply_close']),
  message: text,
  seen_status: z.enum(['new', 'open', 'waiting_for_customer', 'closed']).optional(),
  ...files,
  ...idempotencyField,
});

export const ticketSchema = z.strictObject({ intent: z.enum(['close', 'reopen']) });

export const rateSchema = z.strictObject({
  intent: z.literal('rate'),
  good: z.enum(['yes', 'no'], 'form.required'),
  comment: z.string().overwrite(withPlainBreaks).trim().max(500).optional(),
});
