import { authorizeChannel, embeddedApp, realtimeNames } from '../../../upstream/contract/realtime';

/** A Pusher-compatible service for browsers. It contains no secret. */
export interface PusherService {
  key: string;
  cluster: string;
  /** Null: Pusher Channels in `cluster`. */
  host: string | null;
  port: number;
  scheme: 'https' | 'http';
  /** The path before `/app/{key}`; empty for most services. */
  path: string;
}

/** The names of channels and events. A foreign upstream may use others. */
export interface RealtimeNames {
  /** The name for Laravel Echo, which adds `private-`. `{id}` stands for the member's id. */
  userChannel: string;
  clientChannel: string;
  /** The presence channel of an open conversation. */
  conversationChannel: string;
  /** The namespace of events that are classes. */
  namespace: string;
  /** Full names. Laravel Echo needs a dot before them. */
  events: Record<keyof typeof realtimeNames.events, string>;
}

type Source = Record<string, string | undefined>;

/** Returns the external service, or null without `PUSHER_APP_KEY`. Adds wrong settings to `problems`. */
export function readPusher(source: Source, problems: string[]): PusherService | null {
  const { PUSHER_APP_KEY: key, PUSHER_SCHEME: scheme = 'https', PUSHER_HOST: host, PUSHER_PATH: path = '' } = source;
  if (!key) return null;
  const port = Number(source.PUSHER_PORT || (scheme === 'http' ? 80 : 443));
  if (scheme !== 'https' && scheme !== 'http') problems.push('PUSHER_SCHEME is neither https nor http');
  if (!Number.isInteger(port) || port < 1 || port > 65535) problems.push('PUSHER_PORT is not a port number');
  if (host && !isHostname(host)) problems.push('PUSHER_HOST is not a host name');
  const cluster = source.PUSHER_CLUSTER || 'eu';
  if (!/^[a-z\d-]{1,30}$/.test(cluster)) problems.push('PUSHER_CLUSTER is not the name of a cluster');
  if (!isKey(key)) problems.push('PUSHER_APP_KEY may have only letters, digits, - and _, at most 100');
  if (!/^(\/[\w.-]+)*$/.test(path)) problems.push('PUSHER_PATH is not a path');
  return {
    key,
    cluster,
    host: host || null,
    port,
    scheme: scheme === 'http' ? 'http' : 'https',
    path,
  };
}

/** Returns the key of the embedded endpoint's app, which every page has. */
export function readEndpointKey({ REALTIME_APP_KEY: key }: Source, problems: string[]): string {
  if (key && !isKey(key)) problems.push('REALTIME_APP_KEY may have only letters, digits, - and _, at most 100');
  return key || embeddedApp.key;
}

const isKey = (key: string) => /^[\w-]{1,100}$/.test(key);

/** Allows only a host name, because the content security policy contains it. */
const isHostname = (host: string) => /^[\w.-]+$|^\[[\da-f:]+\]$/i.test(host) && URL.canParse(`https://${host}`);

/** Returns the configured names, or those of the embedded upstream. */
export function readRealtimeNames(source: Source, problems: string[]): RealtimeNames {
  const { userChannel, clientChannel, conversationChannel, namespace, events } = realtimeNames;
  const names = {
    userChannel: source.PUSHER_USER_CHANNEL || userChannel,
    clientChannel: source.PUSHER_CLIENT_CHANNEL || clientChannel,
    conversationChannel: source.PUSHER_CONVERSATION_CHANNEL || conversationChannel,
    namespace: source.PUSHER_NAMESPACE || namespace,
    events: {
      notification: source.PUSHER_NOTIFICATION_EVENT || events.notification,
      chatMessage: source.PUSHER_CHAT_EVENT || events.chatMessage,
      chatUpdated: source.PUSHER_CHAT_UPDATED_EVENT || events.chatUpdated,
      chatMessageUpdated: source.PUSHER_CHAT_MESSAGE_UPDATED_EVENT || events.chatMessageUpdated,
      chatRead: source.PUSHER_CHAT_READ_EVENT || events.chatRead,
      chatClosed: source.PUSHER_CHAT_CLOSED_EVENT || events.chatClosed,
      clientUpdated: source.PUSHER_CLIENT_EVENT || events.clientUpdated,
      ticketReplied: source.PUSHER_TICKET_REPLIED_EVENT || events.ticketReplied,
      ticketUpdated: source.PUSHER_TICKET_UPDATED_EVENT || events.ticketUpdated,
      newsPublished: source.PUSHER_NEWS_EVENT || events.newsPublished,
    },
  };
  if (!names.userChannel.includes('{id}')) problems.push('PUSHER_USER_CHANNEL does not say where the {id} goes');
  if (!names.conversationChannel.includes('{id}'))
    problems.push('PUSHER_CONVERSATION_CHANNEL does not say where the {id} goes');
  return names;
}

/** Returns the path below the base of upstream's API. It may leave the base: `/../broadcasting/auth`. */
export function readAuthPath({ BROADCASTING_AUTH_PATH: path }: Source, problems: string[]): string {
  if (path && !/^(\/[\w.-]+)+$/.test(path)) problems.push('BROADCASTING_AUTH_PATH is not a path');
  return path || authorizeChannel.path;
}

/** Returns the sources of the content security policy for websockets on other hosts. */
export function socketSources(pusher: PusherService | null): string[] {
  if (!pusher) return [];
  if (!pusher.host) return [`wss://ws-${pusher.cluster}.pusher.com`];
  const isUsual = pusher.port === (pusher.scheme === 'https' ? 443 : 80);
  return [`${pusher.scheme === 'https' ? 'wss' : 'ws'}://${pusher.host}${isUsual ? '' : `:${pusher.port}`}`];
}
