/* Shows the offline page where a page cannot be had; docs/native-app.md. Before this text stand CACHE, PAGE and FILES. */

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  // Else each page would wait for this worker to start before it is asked for.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), forgetOtherCaches()]));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  // A form that cannot be sent is the browser's matter: its own page of trouble sends it again on a reload.
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate') event.respondWith(pageFor(event));
  else if (FILES.includes(pathname)) event.respondWith(fetch(event.request).catch(() => fromCache(pathname)));
});

async function pageFor(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return fromCache(PAGE);
  }
}

async function fromCache(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path, { ignoreVary: true })) ?? Response.error();
}

/** Asked for without cookies: the server does not know for whom it writes. */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { credentials: 'omit', cache: 'reload' })));
}

async function forgetOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
