/** A broadcaster for tests of other modules: it keeps what it was given. */
import type { BroadcastEvent, Broadcaster } from './broadcaster';

export interface RecordingBroadcaster extends Broadcaster {
  /** Every event that was sent, oldest first. */
  sent: BroadcastEvent[];
  /** What `trigger` rejects with from now on; null lets events pass again. */
  breakWith(error: Error | null): void;
  /** Events that could not be sent. */
  lost: BroadcastEvent[];
}

export function recordingBroadcaster(): RecordingBroadcaster {
  const sent: BroadcastEvent[] = [];
  const lost: BroadcastEvent[] = [];
  let fault: Error | null = null;
  return {
    sent,
    lost,
    breakWith: (error) => {
      fault = error;
    },
    trigger: async (event) => {
      if (fault) throw fault;
      sent.push(event);
    },
    authorize: (socketId, channel) => ({ auth: `key:${socketId}:${channel}` }),
    failed: (event) => void lost.push(event),
    close: async () => {},
  };
}
