import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../platform/browser/idle.client';
import type { RealtimeSettings } from '../platform/browser/realtime-settings';

export interface RealtimeProps {
  userId: number;
  /** The differences from the embedded endpoint. */
  settings: Partial<RealtimeSettings>;
}

const RETRY_MS = 30_000;

/** Script only, and only with a session: loads the live parts of the page when the browser is idle. */
export function Realtime(props: RealtimeProps) {
  const [Island, setIsland] = useState<ComponentType<RealtimeProps>>();
  useEffect(() => {
    let isGone = false;
    let retry: ReturnType<typeof setTimeout>;
    const load = async () => {
      if (isGone) return;
      try {
        const { RealtimeIsland } = await import('./realtime-island');
        if (!isGone) setIsland(() => RealtimeIsland);
      } catch {
        // No network, or a newer version has removed the file. The page works without it.
        retry = setTimeout(load, RETRY_MS);
      }
    };
    const cancel = whenIdle(load);
    return () => {
      isGone = true;
      cancel();
      clearTimeout(retry);
    };
  }, []);
  return Island ? <Island {...props} /> : null;
}
