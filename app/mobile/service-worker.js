/* Shows the offline page when a page cannot be loaded, or the pass that was asked for if the member keeps it on this
   phone; see docs/native-app.md. The server puts CACHE, PAGE and FILES before this text. */

/* Only the page of the ticket fills it, after a tap. */
const PASSES = 'kept passes';

/* Script's answer waits at most this long for a storage that is stuck. */
const STORAGE_MS = 1000;

/* Where a member leaves: by the form of the page, or by script, which adds ".data". */
const EXITS = ['/logout', '/lock'];

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  // Without preload each page request would wait until this worker has started.
  const preload = self.registration.navigationPreload?.enable();
  // Pages that are open without a worker sign members out, too.
  event.waitUntil(Promise.all([preload, forgetOtherCaches(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (method === 'POST' && EXITS.includes(pathname.replace(/\.data$/, ''))) leave(event);
  // The browser handles a form that cannot be sent. Its own error page sends it again on a reload.
  if (method !== 'GET') return;
  if (mode === 'navigate') event.respondWith(pageFor(event));
  else if (FILES.includes(pathname)) event.respondWith(fetch(event.request).catch(() => fromCache(pathname)));
});

/* Script gets the answer once the passes are gone, so no page says "logged out" before. A refused request keeps them. */
function leave(event) {
  if (event.request.mode === 'navigate') event.waitUntil(caches.delete(PASSES));
  else event.respondWith(leaveByScript(event.request));
}

async function leaveByScript(request) {
  const answer = await fetch(request);
  const waited = new Promise((resolve) => setTimeout(resolve, STORAGE_MS));
  if (answer.ok) await Promise.race([caches.delete(PASSES).catch(() => false), waited]);
  return answer;
}

async function pageFor(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    // The session has ended: the lock page stands in place of the page.
    if (answer.status === 401) await caches.delete(PASSES);
    return answer;
  } catch {
    const passes = await caches.open(PASSES);
    const pass = await passes.match(new URL(event.request.url).pathname);
    return pass ?? withLinks(await fromCache(PAGE), passes);
  }
}

/* The offline page with a link to each pass that is kept. */
async function withLinks(page, passes) {
  const kept = await passes.keys();
  if (kept.length === 0) return page;
  const links = kept.map(async (request) => {
    const pass = await passes.match(request);
    const title = decodeURIComponent(pass.headers.get('x-pass-title') ?? '').replace(
      /[<&]/g,
      (sign) => `&#${sign.charCodeAt(0)};`,
    );
    return `<p><a href="${new URL(request.url).pathname}">${title}</a></p>`;
  });
  const text = (await page.text()).replace('<!--passes-->', (await Promise.all(links)).join(''));
  return new Response(text, { headers: page.headers });
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
  await Promise.all(names.filter((name) => ![CACHE, PASSES].includes(name)).map((name) => caches.delete(name)));
}
