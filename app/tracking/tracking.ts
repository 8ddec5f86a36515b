import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { whenIdle } from '../platform/browser/idle.client';
import { isTrackedPage } from './tracked-pages';

/** The member whose visit was reported since this document was loaded. */
let reported: number | null = null;

/**
 * Reports the visit of a member who consents, once, when the browser is idle, and only from a page that may be tracked.
 */
export function useTracking(userId: number, mayTrack: boolean) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!mayTrack || reported === userId || !isTrackedPage(pathname)) return;
    return whenIdle(() => {
      reported = userId;
      // The member did not act, so this request must not keep the session open.
      fetch('/tracking', { method: 'POST', headers: { 'X-Background': '1' } }).catch(() => undefined);
    });
  }, [userId, mayTrack, pathname]);
}
