/** Realtime by the Pusher protocol: the call that authorizes for channels, and the names that both ends share. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, memberFailures } from './shapes';

/** The app of the embedded endpoint. The key is not a secret: every browser has it. */
export const embeddedApp = { id: '1', key: 'almende' } as const;

/** Names as Laravel Echo uses them; Echo adds `private-` to a user's channel. The configuration may set other names. */
export const realtimeNames = {
  userChannel: 'user.{id}',
  clientChannel: 'client',
  /** The presence channel of an open conversation; Echo adds `presence-`. */
  conversationChannel: 'conversation.{id}',
  namespace: 'App.Events',
  events: {
    notification: 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated',
    chatMessage: 'chat.message',
    clientUpdated: 'client.updated',
    ticketReplied: 'ticket.replied',
    ticketUpdated: 'ticket.updated',
    /** On the member's channel: what the header counts of the chat has changed, or a conversation in the list. */
    chatUpdated: 'chat.updated',
    /** On the channel of a conversation, with `chat.message`. */
    chatMessageUpdated: 'chat.message-updated',
    chatRead: 'chat.read',
    chatClosed: 'chat.closed',
    /** On the channel of all browsers: a story has appeared. It has the ids of its posts and no words. */
    newsPublished: 'news.published',
  },
  /** What browsers send each other in a conversation. It carries nothing. */
  typing: 'client-typing',
} as const;

export const SocketId = z.string().regex(/^\d+\.\d+$/);
export const ChannelName = z.string().regex(/^[A-Za-z0-9_\-=@,.;]{1,200}$/);

export const ChannelAuth = z
  .object({
    /** `{key}:{HMAC-SHA256 in hex}`: the signature with which the service lets the socket in. */
    auth: z.string(),
    /** For presence channels: the joining user, as JSON. */
    channel_data: z.string().optional(),
    /** For end-to-end encrypted channels, if the upstream has them. */
    shared_secret: z.string().optional(),
  })
  .openapi('ChannelAuth');

/** What a socket that wants to enter a channel sends. */
export const ChannelRequest = z.object({ socket_id: SocketId.max(60), channel_name: ChannelName });

/** What an external service needs to end the sockets of a member. */
export const UserAuth = z
  .object({
    /** `{key}:{HMAC-SHA256 in hex}`. */
    auth: z.string(),
    /** The member's id, as JSON: `{"id":"7"}`. */
    user_data: z.string(),
  })
  .openapi('UserAuth');

export const authenticateSocket = createRoute({
  method: 'post',
  path: '/broadcasting/user-auth',
  tags: ['Realtime'],
  operationId: 'authenticateSocket',
  summary: 'Sign a socket in as the member’s, so that the service can end it with the session',
  ...asMember,
  request: body(z.object({ socket_id: SocketId.max(60) })),
  responses: { 200: answers(UserAuth, 'The socket may sign in with this'), ...memberFailures },
});

export const authorizeChannel = createRoute({
  method: 'post',
  path: '/broadcasting/auth',
  tags: ['Realtime'],
  operationId: 'authorizeChannel',
  summary:
    'Admit a socket to a private or presence channel; 403 for channels that are not the member’s. Takes a form, too',
  ...asMember,
  request: body(ChannelRequest),
  responses: { 200: answers(ChannelAuth, 'The socket may subscribe with this'), ...memberFailures },
});
