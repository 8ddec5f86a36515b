import { matchRoutes } from '@remix-run/react';
import { exitBy, insist } from '../browser/connection.client';
import { loadTexts, missingTexts, textsOfRoute } from '../i18n/texts.client';
import { isPost, postsInOrder } from './posts-in-order.client';

type Router = typeof window.__remixRouter;
type Target = Parameters<Router['navigate']>[0];
type Options = Parameters<Router['navigate']>[1];

/**
 * Loads the code and the texts of a page before the router goes there. If the router itself cannot load a route, it
 * reloads the page, and typed input is lost. With this guard the page stays while there is no network. If a file is
 * gone because of a new version, the browser loads the target, as it would without script.
 */
export function guardNavigation(router: Router = window.__remixRouter) {
  const { navigate, fetch } = router;
  let wait: AbortController | undefined;
  router.navigate = (async (to: Target, options?: Options) => {
    wait?.abort();
    const href = hrefOf(to);
    if (href === null || isReady(router, href)) return navigate(to, options);
    wait = new AbortController();
    const { signal } = wait;
    const formData = options && 'formData' in options ? options.formData : null;
    const call = { exit: exitBy(new URL(href).pathname, formData) };
    const isPrepared = await insist(() => prepare(router, href), signal, call).then(
      () => true,
      () => false,
    );
    if (signal.aborted) return;
    if (isPrepared) return navigate(to, options);
    leaveToBrowser(href, options);
  }) as Router['navigate'];
  // A step in the history does not pass through `navigate`.
  const giveUp = () => wait?.abort();
  window.addEventListener('popstate', giveUp);
  const inOrder = postsInOrder(router);
  router.fetch = (key, routeId, href, options) => {
    const isLoaded = href === null || missingRoutes(router, href).length === 0;
    const loaded = isLoaded ? null : insist(() => loadRoutes(router, href)).catch(() => undefined);
    const send = () => fetch(key, routeId, href, options);
    if (isPost(options)) inOrder(key, loaded, send);
    else if (loaded) void loaded.then(send);
    else send();
  };
  const stopLoadingAhead = loadAhead(router);
  const stopKeeping = keepPageWhileOffline();
  return () => {
    Object.assign(router, { navigate, fetch });
    window.removeEventListener('popstate', giveUp);
    stopLoadingAhead();
    stopKeeping();
  };
}

/** Returns null for steps in the history. */
function hrefOf(to: Target | number): string | null {
  if (typeof to === 'number') return null;
  if (to === null || typeof to === 'string') return new URL(to ?? '', window.location.href).href;
  return new URL(`${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`, window.location.href).href;
}

const isReady = (router: Router, href: string) =>
  missingRoutes(router, href).length === 0 && missingTexts(textsOf(router, href)).length === 0;

/**
 * Loads the code of a page, then its texts, because the code names them.
 * @throws as `loadRoutes` and `loadTexts`
 */
async function prepare(router: Router, href: string) {
  await loadRoutes(router, href);
  await loadTexts(textsOf(router, href));
}

const routesOf = (router: Router, href: string) =>
  (matchRoutes(router.routes, new URL(href, window.location.href).pathname) ?? []).map(({ route }) => route.id);

const missingRoutes = (router: Router, href: string) =>
  routesOf(router, href).filter((id) => !(id in window.__remixRouteModules));

const textsOf = (router: Router, href: string) => routesOf(router, href).flatMap(textsOfRoute);

/** @throws TypeError without a network, Error when a file is gone */
async function loadRoutes(router: Router, href: string) {
  const { routes, entry } = window.__remixManifest;
  const filesOf = (id: string) => [routes[id]?.module ?? '', ...(routes[id]?.imports ?? [])].filter(Boolean);
  const there = new Set([...entry.imports, ...Object.keys(window.__remixRouteModules).flatMap(filesOf)]);
  const missing = missingRoutes(router, href).filter((id) => routes[id]);
  // Fetches the files first, because in some browsers an import that failed once always fails.
  const files = [...new Set(missing.flatMap(filesOf))].filter((file) => !there.has(file));
  await Promise.all(files.map(fetchFile));
  for (const id of missing) window.__remixRouteModules[id] = await import(/* @vite-ignore */ routes[id]?.module ?? '');
}

async function fetchFile(file: string) {
  const response = await window.fetch(file);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
}

/** Prefetches the code and the texts of a page when the pointer or the focus reaches a link to it. */
function loadAhead(router: Router) {
  const onIntent = ({ target }: Event) => {
    const source = target instanceof Element ? target.closest('a[data-discover], form[data-discover]') : null;
    const href = source?.getAttribute(source.tagName === 'A' ? 'href' : 'action');
    if (href) void prepare(router, href).catch(() => undefined);
  };
  const events = ['pointerover', 'focusin', 'touchstart'];
  for (const event of events) document.addEventListener(event, onIntent, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, onIntent);
  };
}

function leaveToBrowser(href: string, options: Options) {
  if (!options || !('formData' in options) || !options.formData) return window.location.assign(href);
  const form = document.createElement('form');
  form.method = options.formMethod ?? 'get';
  form.action = href;
  form.hidden = true;
  for (const [name, value] of options.formData) {
    const input = document.createElement('input');
    input.name = name;
    if (typeof value === 'string') {
      input.type = 'hidden';
      input.value = value;
    } else {
      form.enctype = 'multipart/form-data';
      input.type = 'file';
      const files = new DataTransfer();
      files.items.add(value);
      input.files = files.files;
    }
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** Holds links and forms with a full page load while offline. The browser's error page would replace this page. */
function keepPageWhileOffline() {
  let goesOn: Element | null = null;
  const onLeave = (event: Event) => {
    const source = event.target instanceof Element ? event.target.closest('a[href], form') : null;
    if (event.defaultPrevented || navigator.onLine || !source || source === goesOn || !leadsAway(event, source)) return;
    event.preventDefault();
    const { submitter } = event as SubmitEvent;
    // A browser that reports offline may still reach this server.
    void insist(() => window.fetch('/healthz', { cache: 'no-store' })).then(() => {
      goesOn = source;
      if (source instanceof HTMLFormElement) source.requestSubmit(submitter);
      else (source as HTMLAnchorElement).click();
      goesOn = null;
    });
  };
  window.addEventListener('click', onLeave);
  window.addEventListener('submit', onLeave);
  return () => {
    window.removeEventListener('click', onLeave);
    window.removeEventListener('submit', onLeave);
  };
}

function leadsAway(event: Event, source: Element) {
  if (event.type === 'submit') return source.tagName === 'FORM';
  if (!(source instanceof HTMLAnchorElement) || source.origin !== window.location.origin) return false;
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent;
  const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
  const isJump = source.hash !== '' && source.href.split('#')[0] === window.location.href.split('#')[0];
  return isPlain && !isJump && !source.target && !source.hasAttribute('download');
}
