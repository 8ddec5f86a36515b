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
  notificationEvent: string;
  chatEvent: string;
  ticketRepliedEvent: string;
  ticketUpdatedEvent: string;
  clientEvent: string;
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
  notificationEvent: 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated',
  chatEvent: 'chat.message',
  ticketRepliedEvent: 'ticket.replied',
  ticketUpdatedEvent: 'ticket.updated',
  clientEvent: 'client.updated',
};
