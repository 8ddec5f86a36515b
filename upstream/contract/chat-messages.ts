/** Messages of a conversation. Rules: docs/product/chat.md#messages. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, asMember, body, Instant, Line, memberFailures, noContent, OpaqueId, Problem, RowId } from './shapes';

/** The most messages of one answer. */
export const mostMessages = 50;
/** For how long a member may change a message. */
export const editableMinutes = 15;

/** Plain text of several lines. What no keyboard types is left out, because an event has to stay below 10 KB. */
export const ChatText = z
  .string()
  .overwrite((typed) => typed.replace(/\r\n?/g, '\n').replace(/[\p{Cc}\p{Cs}]/gu, keepLinesAndTabs))
  .trim()
  .min(1)
  .max(2000);

function keepLinesAndTabs(character: string): string {
  return character === '\n' || character === '\t' ? character : '';
}

/** A member has a number, a contact of the club has a name. */
export const ChatPersonId = z.union([RowId, z.string().regex(/^[a-z][a-z0-9-]{0,29}$/)]);

export const ChatPerson = z.object({ id: ChatPersonId, name: z.string(), is_staff: z.boolean() }).openapi('ChatPerson');
export type ChatPerson = z.infer<typeof ChatPerson>;

/** Ids are UUIDv7: in one conversation their order is that of the messages, and a later message has a larger one. */
export const ChatMessage = z
  .object({
    id: z.uuid(),
    conversation_id: z.uuid(),
    user: ChatPerson,
    /** Null once it is deleted. */
    message: z.string().nullable(),
    created_at: Instant,
    edited_at: Instant.nullish(),
    deleted_at: Instant.nullish(),
    /** Until when its author may change it; null once it is deleted, and for messages of the club. */
    editable_until: Instant.nullish(),
    /** As its author sent it, for both sides; null for messages of the club. */
    client_id: z.string().nullish(),
  })
  .openapi('ChatMessage');
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatMessages = z
  .object({
    /** The oldest first. */
    data: z.array(ChatMessage),
    /** Whether there are more before the first and after the last. */
    has_older: z.boolean(),
    has_newer: z.boolean(),
  })
  .openapi('ChatMessages');
export type ChatMessages = z.infer<typeof ChatMessages>;

const inConversation = z.object({ id: OpaqueId });
const oneMessage = inConversation.extend({
  message_id: z
    .string()
    .max(64)
    .openapi({ param: { name: 'message_id', in: 'path' } }),
});

const cannotWrite = '`cannot_write`: a participant cannot write any more; the answer gives no reason';

export const listChatMessages = createRoute({
  method: 'get',
  path: '/chat/conversations/{id}/messages',
  tags: ['Chat'],
  operationId: 'listChatMessages',
  summary: 'Messages: the newest, or those before, after or around one; it marks nothing as read',
  ...withAbility('chat:read'),
  request: {
    params: inConversation,
    query: z
      .object({
        before: z.uuid().optional(),
        after: z.uuid().optional(),
        around: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(mostMessages).default(30),
      })
      .refine(({ before, after, around }) => [before, after, around].filter(Boolean).length <= 1, {
        error: 'Only one of before, after and around.',
        path: ['around'],
      }),
  },
  responses: { 200: answers(ChatMessages, 'Some messages, the oldest first'), ...memberFailures },
});

export const sendChatMessage = createRoute({
  method: 'post',
  path: '/chat/conversations/{id}/messages',
  tags: ['Chat'],
  operationId: 'sendChatMessage',
  summary: 'Write a message. The same `client_id` writes it once, and is answered with the same message',
  ...asMember,
  request: { params: inConversation, ...body(z.strictObject({ message: ChatText, client_id: z.uuid() })) },
  responses: {
    ...memberFailures,
    201: answers(ChatMessage, 'The message'),
    403: answers(Problem, cannotWrite),
    409: answers(Problem, '`conversation_closed`: the club has closed it'),
  },
});

export const editChatMessage = createRoute({
  method: 'put',
  path: '/chat/conversations/{id}/messages/{message_id}',
  tags: ['Chat'],
  operationId: 'editChatMessage',
  summary: 'Change a message of one’s own, for 15 minutes',
  ...asMember,
  request: { params: oneMessage, ...body(z.strictObject({ message: ChatText })) },
  responses: {
    ...memberFailures,
    200: answers(ChatMessage, 'The message'),
    403: answers(Problem, cannotWrite),
    409: answers(Problem, '`too_late`, `message_deleted` or `conversation_closed`'),
  },
});

export const deleteChatMessage = createRoute({
  method: 'delete',
  path: '/chat/conversations/{id}/messages/{message_id}',
  tags: ['Chat'],
  operationId: 'deleteChatMessage',
  summary: 'Delete a message of one’s own, at any time. Its place stays, its text is removed',
  ...asMember,
  request: { params: oneMessage },
  responses: { ...memberFailures, 204: noContent },
});

export const reportChatMessage = createRoute({
  method: 'post',
  path: '/chat/conversations/{id}/report',
  tags: ['Chat'],
  operationId: 'reportChatMessage',
  summary: 'Report a message of somebody else: opens a ticket that quotes it. A second report answers the same ticket',
  ...asMember,
  request: { params: inConversation, ...body(z.strictObject({ message_id: z.uuid(), reason: Line(1000).nullish() })) },
  responses: {
    ...memberFailures,
    201: answers(z.object({ ticket_id: z.int() }).openapi('ChatReport'), 'The number of the ticket'),
    409: answers(Problem, '`message_deleted` or `own_message`'),
  },
});
