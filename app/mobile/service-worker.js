/* Shows the offline page when a page cannot be loaded; see docs/native-app.md. The server puts CACHE, PAGE and
   FILES before this text. */

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  // Without preload each page request would wait until this worker has started.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), forgetOtherCaches()]));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  // The browser handles a form that cannot be sent. Its own error page sends it again on a reload.
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

/** The request has no cookies, so the answer contains no member's data. */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { credentials: 'omit', cache: 'reload' })));
}

async function forgetOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
