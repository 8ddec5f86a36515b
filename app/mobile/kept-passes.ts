/** Tickets that a member keeps on this device. The service worker shows them without a network; docs/native-app.md. */

/** The name of their cache, which the service worker knows, too. */
const CACHE = 'kept passes';

const isPossible = (): boolean => typeof caches !== 'undefined' && 'serviceWorker' in navigator;

/** Tells whether the pass at this path is kept. Undefined where nothing can be kept. */
export async function isPassKept(path: string): Promise<boolean | undefined> {
  if (!isPossible()) return undefined;
  // Without a worker nobody would show it.
  if (!(await navigator.serviceWorker.getRegistration())) return undefined;
  return (await (await caches.open(CACHE)).match(path)) !== undefined;
}

/** Fetches the pass and keeps it. Returns whether it is kept now. */
export async function keepPass(path: string): Promise<boolean> {
  try {
    const answer = await fetch(`${path}/kept`, { headers: { 'x-background': '1' } });
    if (!answer.ok || answer.redirected) return false;
    await (await caches.open(CACHE)).put(path, answer);
    return true;
  } catch {
    return false;
  }
}

export async function dropPass(path: string): Promise<void> {
  if (isPossible()) await (await caches.open(CACHE)).delete(path);
}

/** Removes every pass, because nobody is signed in any more. */
export async function dropPasses(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(CACHE);
}
