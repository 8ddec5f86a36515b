import type { Page } from '@playwright/test';

/**
 * Waits until script has hydrated the page and its effects listen to what the member does. Returns at once without
 * script.
 */
export async function hydrated(page: Page, { javaScriptEnabled = true }: { javaScriptEnabled?: boolean }) {
  if (!javaScriptEnabled) return;
  await page.waitForFunction(() => {
    const [, root] = Object.entries(document.querySelector('#app') ?? {}).find(([key]) => /^__reactC/.test(key)) ?? [];
    if (root?.stateNode.current.memoizedState.isDehydrated !== false) return false;
    // React runs the effects of the first render in a task of its own, which comes before this one.
    return new Promise<boolean>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(true);
      port2.postMessage(null);
    });
  });
}
