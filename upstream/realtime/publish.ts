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

/** Returns what is wrong with an event, or null. `too_large` counts the data alone. */
export function faultOf({ channels, event, data }: Event): 'invalid' | 'too_large' | null {
  if (event === '' || event.length > maxNameLength || /^pusher(_internal)?:/.test(event)) return 'invalid';
  if (!channels.every((channel) => kindOf(channel))) return 'invalid';
  return Buffer.byteLength(data) > maxDataBytes ? 'too_large' : null;
}

/** Sends a valid event to all sockets in its channels, once for each channel that they are in. */
export function publish({ channels, metrics, now }: Hub, event: Event): void {
  const at = now();
  for (const channel of event.channels) {
    metrics.published.inc({ source: 'server' });
    metrics.sent.inc(channels.publish({ ...event, channel }, at));
  }
}
