/** Conversations: between a member and the club, or a member and their sponsor. Rules: docs/product/chat.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { ChatMessage, ChatPerson, ChatPersonId } from './chat-messages';
import { answers, asMember, body, Instant, memberFailures, noContent, OpaqueId, PageQuery, page } from './shapes';
import { SearchWords } from './support-faq';

export const ChatConversation = z
  .object({
    id: z.uuid(),
    /** The name of the other side. */
    title: z.string(),
    kind: z.enum(['club', 'member']),
    /** The member first. */
    participants: z.array(
      ChatPerson.extend({
        /** The newest message that they have read. */
        last_read_id: z.uuid().nullish(),
      }),
    ),
    last_message: ChatMessage.nullable(),
    /** Messages of the others that the member has not read. */
    unread_count: z.int(),
    is_closed: z.boolean(),
    /** New messages do not count in the header. */
    is_muted: z.boolean(),
    /** The member has blocked the other side. */
    is_blocked: z.boolean().nullish(),
    /** Whether the member can write; if not, there may be no reason to tell. */
    can_write: z.boolean().nullish(),
    created_at: Instant.nullish(),
  })
  .openapi('ChatConversation');
export type ChatConversation = z.infer<typeof ChatConversation>;

export const ChatConversations = z
  .object({
    /** The one with the newest message first. In a search, those of the hits. */
    data: z.array(ChatConversation),
    /** In a search: the messages found, the newest first. */
    hits: z.array(ChatMessage).nullish(),
    /** For `before` of the next page; null on the last one. */
    next_before: z.string().nullable(),
  })
  .openapi('ChatConversations');
export type ChatConversations = z.infer<typeof ChatConversations>;

export const ChatContact = ChatPerson.extend({
  /** What the club's contact is there for. */
  about: z.string().nullish(),
  /** The conversation with them, if there is one. */
  conversation_id: z.uuid().nullable(),
}).openapi('ChatContact');
export type ChatContact = z.infer<typeof ChatContact>;

export const ChatContacts = z
  .object({
    club: z.array(ChatContact),
    sponsor: ChatContact.nullable(),
    /** The members whom this one brought, by name. */
    firstline: page(ChatContact),
  })
  .openapi('ChatContacts');
export type ChatContacts = z.infer<typeof ChatContacts>;

const params = z.object({ id: OpaqueId });

export const listConversations = createRoute({
  method: 'get',
  path: '/chat/conversations',
  tags: ['Chat'],
  operationId: 'listConversations',
  summary: 'The member’s conversations, or a search in their messages',
  ...withAbility('chat:read'),
  request: {
    query: z.object({
      q: SearchWords.optional(),
      /** `next_before` of the page before. */
      before: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
  },
  responses: { 200: answers(ChatConversations, 'One page'), ...memberFailures },
});

export const openConversation = createRoute({
  method: 'post',
  path: '/chat/conversations',
  tags: ['Chat'],
  operationId: 'openConversation',
  summary: 'Begin a conversation with a contact of the club, the sponsor or somebody of the first line',
  ...asMember,
  request: body(z.strictObject({ participant: ChatPersonId })),
  responses: {
    200: answers(ChatConversation, 'The conversation that there is already'),
    201: answers(ChatConversation, 'The new conversation'),
    ...memberFailures,
  },
});

export const listChatContacts = createRoute({
  method: 'get',
  path: '/chat/contacts',
  tags: ['Chat'],
  operationId: 'listChatContacts',
  summary: 'Whom the member may write to',
  ...withAbility('chat:read'),
  request: { query: PageQuery.extend({ q: SearchWords.optional() }) },
  responses: { 200: answers(ChatContacts, 'The club, the sponsor, and a page of the first line'), ...memberFailures },
});

export const getConversation = createRoute({
  method: 'get',
  path: '/chat/conversations/{id}',
  tags: ['Chat'],
  operationId: 'getConversation',
  summary: 'One conversation, without its messages; it is not marked as read by this',
  ...withAbility('chat:read'),
  request: { params },
  responses: { 200: answers(ChatConversation, 'The conversation'), ...memberFailures },
});

export const markConversationAsRead = createRoute({
  method: 'post',
  path: '/chat/conversations/{id}/read',
  tags: ['Chat'],
  operationId: 'markConversationAsRead',
  summary: 'Mark as read what the member saw: everything up to this message',
  ...asMember,
  request: { params, ...body(z.strictObject({ last_message_id: z.uuid() })) },
  responses: { 204: noContent, ...memberFailures },
});

export const markChatAsSeen = createRoute({
  method: 'post',
  path: '/chat/seen',
  tags: ['Chat'],
  operationId: 'markChatAsSeen',
  summary: 'The member has opened the list: the header counts only what comes after. All stays unread in the list',
  ...asMember,
  responses: { 204: noContent, ...memberFailures },
});

export const muteConversation = createRoute({
  method: 'post',
  path: '/chat/conversations/{id}/mute',
  tags: ['Chat'],
  operationId: 'muteConversation',
  summary: 'Let new messages of a conversation no longer count in the header, or count again',
  ...asMember,
  request: { params, ...body(z.strictObject({ muted: z.boolean().default(true) })) },
  responses: { 204: noContent, ...memberFailures },
});

export const blockConversation = createRoute({
  method: 'post',
  path: '/chat/conversations/{id}/block',
  tags: ['Chat'],
  operationId: 'blockConversation',
  summary:
    'Block another member, or lift that. Nobody writes meanwhile, and the other one is not told. 404 for the club',
  ...asMember,
  request: { params, ...body(z.strictObject({ blocked: z.boolean().default(true) })) },
  responses: { 204: noContent, ...memberFailures },
});
