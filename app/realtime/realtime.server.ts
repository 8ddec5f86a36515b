import { env } from '../platform/request/env.server';
import { EMBEDDED, type RealtimeSettings } from './realtime-settings';

/** Returns the realtime settings for a page's script, without those of the embedded endpoint; null without realtime. */
export function realtimeSettings(): Partial<RealtimeSettings> | null {
  const { pusher, realtime } = env();
  if (!realtime) return null;
  const settings: Partial<RealtimeSettings> = {
    ...(pusher && {
      key: pusher.key,
      host: pusher.host ?? `ws-${pusher.cluster}.pusher.com`,
      port: pusher.port,
      tls: pusher.scheme === 'https',
      path: pusher.path,
    }),
    userChannel: realtime.userChannel,
    clientChannel: realtime.clientChannel,
    notificationEvent: realtime.events.notification,
    chatEvent: realtime.events.chatMessage,
    ticketRepliedEvent: realtime.events.ticketReplied,
    ticketUpdatedEvent: realtime.events.ticketUpdated,
    clientEvent: realtime.events.clientUpdated,
  };
  const differing = Object.entries(settings).filter(
    ([name, value]) => value !== EMBEDDED[name as keyof RealtimeSettings],
  );
  return Object.fromEntries(differing);
}
