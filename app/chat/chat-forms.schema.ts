import { z } from 'zod';
import { ChatText } from '../../upstream/contract/chat-messages';
import { newIdempotencyKey } from '../platform/form/idempotency.server';

/** A message is written once, however often its form is sent. A form without a valid id counts as a first one. */
export const messageSchema = z.strictObject({
  intent: z.literal('send').optional(),
  message: ChatText,
  client_id: z.uuid().catch(newIdempotencyKey),
});

export const conversationSchema = z.strictObject({ intent: z.enum(['mute', 'unmute', 'block', 'unblock']) });

/** A member has a number, a contact of the club has a name. */
export const participantSchema = z.strictObject({
  participant: z.string().regex(/^([1-9]\d{0,9}|[a-z][a-z0-9-]{0,29})$/),
});

export const editSchema = z.strictObject({ intent: z.literal('edit'), message: ChatText });
export const deleteSchema = z.strictObject({ intent: z.literal('delete') });
export const reportSchema = z.strictObject({
  intent: z.literal('report'),
  message: z.string().trim().max(1000).optional(),
});
