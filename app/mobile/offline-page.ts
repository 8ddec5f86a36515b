import { useEffect } from 'react';
import { whenIdle } from '../platform/browser/idle.client';
import type { Language } from '../platform/page/modules';
import { dropPasses, dropPassesOfOthers } from './kept-passes';

/**
 * Registers the service worker, which keeps the offline page in this language. It runs when the browser is idle and
 * only with script, so never in the light version. A browser that has no service workers or refuses them has no offline
 * page.
 */
export function useOfflinePage(language: Language | undefined) {
  useEffect(() => {
    // With `npm run dev` it would show an old page.
    if (!language || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    return whenIdle(() => {
      navigator.serviceWorker.register(`/service-worker?language=${language}`, { scope: '/' }).catch(() => undefined);
    });
  }, [language]);
}

/**
 * Forgets the passes on this device as soon as a page shows that somebody else or nobody is signed in.
 * @param memberId null for a guest, undefined where the page does not say who is signed in
 */
export function usePassesOf(memberId: number | null | undefined) {
  useEffect(() => {
    if (memberId === undefined) return;
    const gone = memberId === null ? dropPasses() : dropPassesOfOthers(memberId);
    gone.catch(() => undefined);
  }, [memberId]);
}
