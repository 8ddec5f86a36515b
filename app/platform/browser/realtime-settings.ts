/** The address of the realtime endpoint, and its names of channels and events. It is configuration, never code. */
export interface RealtimeSettings {
  key: string;
  /** Null: the page's host. */
  host: string | null;
  /** Null: the page's port. */
  port: number | null;
  /** Null: the same as the page. */
  tls: boolean | null;
  path: string;
  /** The name of the member's private channel. `{id}` stands for the member's id. */
  userChannel: string;
  clientChannel: string;
  /** The name of the presence channel of an open conversation. `{id}` stands for its id. */
  conversationChannel: string;
  notificationEvent: string;
  chatEvent: string;
  chatUpdatedEvent: string;
  chatMessageUpdatedEvent: string;
  chatReadEvent: string;
  chatClosedEvent: string;
  ticketRepliedEvent: string;
  ticketUpdatedEvent: string;
  clientEvent: string;
  newsEvent: string;
}

/** The endpoint of the embedded upstream. A page sends only the differences (see `realtimeNames` in the contract). */
export const EMBEDDED: RealtimeSettings = {
  key: 'almende',
  host: null,
  port: null,
  tls: null,
  path: '',
  userChannel: 'user.{id}',
  clientChannel: 'client',
  conversationChannel: 'conversation.{id}',
  notificationEvent: 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated',
  chatEvent: 'chat.message',
  chatUpdatedEvent: 'chat.updated',
  chatMessageUpdatedEvent: 'chat.message-updated',
  chatReadEvent: 'chat.read',
  chatClosedEvent: 'chat.closed',
  ticketRepliedEvent: 'ticket.replied',
  ticketUpdatedEvent: 'ticket.updated',
  clientEvent: 'client.updated',
  newsEvent: 'news.published',
};
