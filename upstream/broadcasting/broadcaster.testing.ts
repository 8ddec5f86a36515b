/** A broadcaster for tests of other modules that records the events. */
import type { BroadcastEvent, Broadcaster } from './broadcaster';

export interface RecordingBroadcaster extends Broadcaster {
  /** Every event that was sent, oldest first. */
  sent: BroadcastEvent[];
  /** Makes `trigger` reject with this error from now on; null lets events pass again. */
  breakWith(error: Error | null): void;
  /** Members whose sockets had to authorize again. */
  reauthorized: number[];
  /** Events that could not be sent. */
  lost: BroadcastEvent[];
}

export function recordingBroadcaster(): RecordingBroadcaster {
  const sent: BroadcastEvent[] = [];
  const lost: BroadcastEvent[] = [];
  const reauthorized: number[] = [];
  let fault: Error | null = null;
  return {
    sent,
    lost,
    reauthorized,
    breakWith: (error) => {
      fault = error;
    },
    trigger: async (event) => {
      if (fault) throw fault;
      sent.push(event);
    },
    authorize: (socketId, channel) => ({ auth: `key:${socketId}:${channel}` }),
    authenticate: (socketId, userId) => ({ auth: `key:${socketId}`, user_data: `{"id":"${userId}"}` }),
    reauthorize: async (userId) => void reauthorized.push(userId),
    failed: (event) => void lost.push(event),
    close: async () => {},
  };
}
