import { EMBEDDED, type RealtimeSettings } from '../platform/browser/realtime-settings';
import { env } from '../platform/request/env.server';

/** Returns the realtime settings for a page's script, without those of the embedded endpoint; null without realtime. */
export function realtimeSettings(): Partial<RealtimeSettings> | null {
  const { pusher, endpointKey, realtime } = env();
  if (!realtime) return null;
  const settings: Partial<RealtimeSettings> = {
    key: endpointKey,
    ...(pusher && {
      key: pusher.key,
      host: pusher.host ?? `ws-${pusher.cluster}.pusher.com`,
      port: pusher.port,
      tls: pusher.scheme === 'https',
      path: pusher.path,
    }),
    userChannel: realtime.userChannel,
    clientChannel: realtime.clientChannel,
    conversationChannel: realtime.conversationChannel,
    notificationEvent: realtime.events.notification,
    chatEvent: realtime.events.chatMessage,
    chatUpdatedEvent: realtime.events.chatUpdated,
    chatMessageUpdatedEvent: realtime.events.chatMessageUpdated,
    chatReadEvent: realtime.events.chatRead,
    chatClosedEvent: realtime.events.chatClosed,
    ticketRepliedEvent: realtime.events.ticketReplied,
    ticketUpdatedEvent: realtime.events.ticketUpdated,
    clientEvent: realtime.events.clientUpdated,
    newsEvent: realtime.events.newsPublished,
  };
  const differing = Object.entries(settings).filter(
    ([name, value]) => value !== EMBEDDED[name as keyof RealtimeSettings],
  );
  return Object.fromEntries(differing);
}
