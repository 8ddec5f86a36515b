import { useEffect } from 'react';
import { useRootData } from '../page/root-data';

/** Messages between the tabs of one browser about their shared session. */
export type SessionMessage = { type: 'ends'; at: number } | { type: 'locked' } | { type: 'signed-out' };

const NAME = 'session';

/** Sends a message to the other tabs. Without BroadcastChannel it does nothing. */
export function tellTabs(message: SessionMessage) {
  if (!('BroadcastChannel' in window)) return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(message);
  channel.close();
}

/** @returns a function that stops listening */
export function listenToTabs(onMessage: (message: SessionMessage) => void): () => void {
  if (!('BroadcastChannel' in window)) return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => onMessage(data);
  return () => channel.close();
}

/**
 * On pages for guests: makes the other tabs follow a logout or a lock. They hear of it only after the server has ended
 * the session; otherwise they would load too early and find the session still open.
 */
export function useTellSignedOut() {
  const root = useRootData();
  const isSignedOut = root?.expiresIn === null;
  const isLocked = root?.locked ?? false;
  useEffect(() => {
    if (isSignedOut) tellTabs({ type: isLocked ? 'locked' : 'signed-out' });
  }, [isSignedOut, isLocked]);
}
