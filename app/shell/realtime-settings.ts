/** Where the browser finds the realtime endpoint, and what events are called there: configuration, never code. */
export interface RealtimeSettings {
  key: string;
  /** Null: of the page. */
  host: string | null;
  /** Null: of the page. */
  port: number | null;
  /** Null: as the page. */
  tls: boolean | null;
  path: string;
  /** Of the member's private channel; `{id}` stands for the member's. */
  userChannel: string;
  clientChannel: string;
  notificationEvent: string;
  chatEvent: string;
  clientEvent: string;
}

/** The endpoint of the embedded upstream; a page says only what differs (see `realtimeNames` in the contract). */
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
  clientEvent: 'client.updated',
};
