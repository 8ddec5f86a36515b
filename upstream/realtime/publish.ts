import type { BroadcastEvent } from '../broadcasting/broadcaster';
import { kindOf } from './channel-names';
import type { Hub } from './hub';
import { maxDataBytes, maxNameLength } from './limits';

export interface Event {
  channels: string[];
  event: string;
  /** JSON text. */
  data: string;
  /** The socket that does not receive the event. */
  except?: string;
}

/** Returns an event of the product in the form of the protocol. @throws if it is not valid or too large */
export function eventOf({ channels, event, data, socketId }: BroadcastEvent): Event {
  // Text is sent as it is, as in Pusher's own library.
  const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
  const sent = { channels, event, data: text, except: socketId };
  const fault = faultOf(sent);
  if (fault) throw new Error(`The event ${event} is ${fault}`);
  return sent;
}

/** Returns what is wrong with an event, or null. `too_large` counts the data alone. */
export function faultOf({ channels, event, data }: Event): 'invalid' | 'too_large' | null {
  if (event === '' || event.length > maxNameLength || /^pusher(_internal)?:/.test(event)) return 'invalid';
  if (!channels.every((channel) => kindOf(channel))) return 'invalid';
  return Buffer.byteLength(data) > maxDataBytes ? 'too_large' : null;
}

/** Sends a valid event to all sockets in its channels, in every process, once for each channel that they are in. */
export function publish(hub: Hub, event: Event): void {
  hub.metrics.published.inc({ source: 'server' }, event.channels.length);
  deliver(hub, event);
  hub.tellPeers({ kind: 'event', event });
}

/** Sends an event to the sockets of this process. */
export function deliver({ channels, metrics, now }: Hub, event: Event): void {
  const at = now();
  for (const channel of event.channels) metrics.sent.inc(channels.publish({ ...event, channel }, at));
}
