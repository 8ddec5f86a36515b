import { useEffect } from 'react';
import { whenIdle } from '../platform/idle.client';
import type { Language } from '../platform/modules';

/**
 * Has the browser keep the page that it shows without a network, in this language: late, with script only, so never
 * from the light version. Browsers that know no service workers, or refuse them, do without.
 */
export function useOfflinePage(language: Language | undefined) {
  useEffect(() => {
    // `npm run dev` would show yesterday's page.
    if (!language || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    return whenIdle(() => {
      navigator.serviceWorker.register(`/service-worker?language=${language}`, { scope: '/' }).catch(() => undefined);
    });
  }, [language]);
}
