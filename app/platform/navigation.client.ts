import { matchRoutes } from '@remix-run/react';
import { insist } from './connection.client';
import { completeTexts, hasAllTexts } from './i18n.client';

type Router = typeof window.__remixRouter;
type Target = Parameters<Router['navigate']>[0];
type Options = Parameters<Router['navigate']>[1];

/**
 * Has the code and the texts of a page at hand before the router goes there. The router itself reloads the page when it
 * cannot load a route, and with it would go what was typed: without a network this page stays instead, and where a file
 * is gone (a new version was put in place) the browser goes there by itself, as without script.
 */
export function guardNavigation(router: Router = window.__remixRouter) {
  const { navigate, fetch } = router;
  let wait: AbortController | undefined;
  router.navigate = (async (to: Target, options?: Options) => {
    wait?.abort();
    const href = hrefOf(to);
    if (href === null || (hasAllTexts() && missingRoutes(router, href).length === 0)) return navigate(to, options);
    wait = new AbortController();
    const { signal } = wait;
    const prepare = () => Promise.all([hasAllTexts() || completeTexts(), loadRoutes(router, href)]);
    const isReady = await insist(prepare, signal).then(
      () => true,
      () => false,
    );
    if (signal.aborted) return;
    if (isReady) return navigate(to, options);
    leaveToBrowser(href, options);
  }) as Router['navigate'];
  router.fetch = (key, routeId, href, options) => {
    if (href === null || missingRoutes(router, href).length === 0) return fetch(key, routeId, href, options);
    const go = () => fetch(key, routeId, href, options);
    void insist(() => loadRoutes(router, href)).then(go, go);
  };
  const stopLoadingAhead = loadAhead(router);
  const stopKeeping = keepPageWhileOffline();
  return () => {
    Object.assign(router, { navigate, fetch });
    stopLoadingAhead();
    stopKeeping();
  };
}

/** Null for steps in the history. */
function hrefOf(to: Target | number): string | null {
  if (typeof to === 'number') return null;
  if (to === null || typeof to === 'string') return new URL(to ?? '', window.location.href).href;
  return new URL(`${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`, window.location.href).href;
}

function missingRoutes(router: Router, href: string): string[] {
  const matches = matchRoutes(router.routes, new URL(href, window.location.href).pathname) ?? [];
  return matches.map(({ route }) => route.id).filter((id) => !(id in window.__remixRouteModules));
}

/** @throws TypeError without a network, Error when a file is gone */
async function loadRoutes(router: Router, href: string) {
  const { routes, entry } = window.__remixManifest;
  const filesOf = (id: string) => [routes[id]?.module ?? '', ...(routes[id]?.imports ?? [])].filter(Boolean);
  const there = new Set([...entry.imports, ...Object.keys(window.__remixRouteModules).flatMap(filesOf)]);
  const missing = missingRoutes(router, href).filter((id) => routes[id]);
  // An import that failed once fails for good in some browsers, so the files are fetched first.
  const files = [...new Set(missing.flatMap(filesOf))].filter((file) => !there.has(file));
  await Promise.all(files.map(fetchFile));
  for (const id of missing) window.__remixRouteModules[id] = await import(/* @vite-ignore */ routes[id]?.module ?? '');
}

async function fetchFile(file: string) {
  const response = await window.fetch(file);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
}

/** The code of a page is loaded when somebody is about to go there. */
function loadAhead(router: Router) {
  const onIntent = ({ target }: Event) => {
    const source = target instanceof Element ? target.closest('a[data-discover], form[data-discover]') : null;
    const href = source?.getAttribute(source.tagName === 'A' ? 'href' : 'action');
    if (href) void loadRoutes(router, href).catch(() => undefined);
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

/** For links and forms that load a whole page: the browser's own page of trouble would take the place of this one. */
function keepPageWhileOffline() {
  let goesOn: Element | null = null;
  const onLeave = (event: Event) => {
    const source = event.target instanceof Element ? event.target.closest('a[href], form') : null;
    if (event.defaultPrevented || navigator.onLine || !source || source === goesOn || !leadsAway(event, source)) return;
    event.preventDefault();
    const { submitter } = event as SubmitEvent;
    // A browser that calls itself offline may still reach this server.
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
