import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { whenIdle } from '../platform/idle.client';
import { isTrackedPage } from './tracked-pages';

/** Whose visit was told since this document was loaded. */
let told: number | null = null;

/** Has the visit of a member who consents told to the tracker: late, once, and not before a page that may be tracked. */
export function useTracking(userId: number, mayTrack: boolean) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!mayTrack || told === userId || !isTrackedPage(pathname)) return;
    return whenIdle(() => {
      told = userId;
      // No act of the member's: it must not keep their session open.
      fetch('/tracking', { method: 'POST', headers: { 'X-Background': '1' } }).catch(() => undefined);
    });
  }, [userId, mayTrack, pathname]);
}
