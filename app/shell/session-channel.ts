import { useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import type { loader as rootLoader } from '../root';

/** What the tabs of one browser tell each other about the session that they share. */
export type SessionMessage = { type: 'ends'; at: number } | { type: 'locked' } | { type: 'signed-out' };

const NAME = 'session';

/** Never heard by the tab that tells it. Does nothing in engines without BroadcastChannel. */
export function tellTabs(message: SessionMessage) {
  if (!('BroadcastChannel' in window)) return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(message);
  channel.close();
}

/** @returns stops listening */
export function listenToTabs(onMessage: (message: SessionMessage) => void): () => void {
  if (!('BroadcastChannel' in window)) return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => onMessage(data);
  return () => channel.close();
}

/**
 * On pages for guests: the other tabs follow a logout or a lock. Told only once the server has ended the session, or
 * they would come too early and be led back in.
 */
export function useTellSignedOut() {
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const isSignedOut = root?.expiresIn === null;
  const isLocked = root?.locked ?? false;
  useEffect(() => {
    if (isSignedOut) tellTabs({ type: isLocked ? 'locked' : 'signed-out' });
  }, [isSignedOut, isLocked]);
}
