/** What the service worker of a page is and keeps. */
import type { Page } from '@playwright/test';

/** Waits until the worker has the offline page and controls the pages of this browser. */
export const workerReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((resolve) => {
      active?.addEventListener('statechange', () => active.state === 'activated' && resolve());
    });
  });

/** Returns every address in the caches of this origin, and whether a cached answer contains the text. */
export const cachedBy = (page: Page, text: string) =>
  page.evaluate(async (wanted) => {
    const found = { paths: [] as string[], holdsText: false };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url);
        found.paths.push(pathname + search);
        const answer = await cache.match(request);
        if ((await answer?.text())?.includes(wanted)) found.holdsText = true;
      }
    }
    return found;
  }, text);
