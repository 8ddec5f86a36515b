import { env } from '../platform/env.server';
import { EMBEDDED, type RealtimeSettings } from './realtime-settings';

/** What a page tells its script about realtime: what differs from the embedded endpoint; null where nobody serves it. */
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
    clientEvent: realtime.events.clientUpdated,
  };
  const differing = Object.entries(settings).filter(
    ([name, value]) => value !== EMBEDDED[name as keyof RealtimeSettings],
  );
  return Object.fromEntries(differing);
}
