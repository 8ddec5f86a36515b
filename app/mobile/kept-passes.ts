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

/** How often all passes were removed. A pass that was asked for before is not kept after. */
let removals = 0;

/** Fetches the pass and keeps it. Returns whether it is kept now. */
export async function keepPass(path: string): Promise<boolean> {
  const before = removals;
  try {
    const answer = await fetch(`${path}/kept`, { headers: { 'x-background': '1' } });
    if (!answer.ok || answer.redirected || removals !== before) return false;
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
  removals++;
  if (typeof caches !== 'undefined') await caches.delete(CACHE);
}

/** Removes the passes of other members. A mailed link signs in without a logout of the member before. */
export async function dropPassesOfOthers(memberId: number): Promise<void> {
  if (typeof caches === 'undefined' || !(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  for (const kept of await cache.keys()) {
    const pass = await cache.match(kept);
    if (pass?.headers.get('x-pass-member') !== String(memberId)) await cache.delete(kept);
  }
}
