import type { EntryContext } from '@remix-run/node';

type Routes = EntryContext['manifest']['routes'];
type Route = Routes[string];

/**
 * Returns the entry for `RemixServer`. It has only the routes of this page, because `RemixServer` creates and matches
 * all given routes for each page. It has no stream, because only a render that waits could use it.
 */
export function renderedEntry(entry: EntryContext): EntryContext {
  const matched = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const manifest = { ...entry.manifest, routes: routesOfPage(entry.manifest.routes, new Set(matched)) };
  return { ...entry, manifest, serverHandoffString: settingsOfBrowser(entry), serverHandoffStream: undefined };
}

/** Returns the settings that Remix reads in the browser. The others would only make the page larger. */
function settingsOfBrowser({ future }: EntryContext): string {
  const { v3_fetcherPersist, v3_lazyRouteDiscovery, v3_relativeSplatPath, v3_singleFetch } = future;
  return JSON.stringify({
    basename: '/',
    future: { v3_fetcherPersist, v3_lazyRouteDiscovery, v3_relativeSplatPath, v3_singleFetch },
  });
}

/**
 * Returns the matched routes and the index routes below them. A browser with a parent but without its index would show
 * an empty page at the parent's URL instead of asking for more routes.
 */
function routesOfPage(routes: Routes, matched: Set<string>): Routes {
  const kept: Routes = {};
  for (const id of matched) if (routes[id]) kept[id] = routes[id];
  for (const index of Object.values(routes).filter((route) => route.index)) {
    const chain = [index];
    let parent = routes[index.parentId ?? ''];
    while (parent && !parent.path && !matched.has(parent.id)) {
      chain.push(parent);
      parent = routes[parent.parentId ?? ''];
    }
    if (parent && matched.has(parent.id)) for (const route of chain) kept[route.id] = route;
  }
  return Object.fromEntries(Object.entries(kept).map(([id, route]) => [id, withoutNo(route)]));
}

/** Removes properties with the value false. Absent ones mean the same. */
const withoutNo = (route: Route) =>
  Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false)) as unknown as Route;

/**
 * Returns the script with the loader data for hydration, which `RemixServer` would stream after the page; an empty text
 * for a page without script.
 */
export async function handOff({ serverHandoffStream, renderMeta }: EntryContext, nonce: string): Promise<string> {
  if (!serverHandoffStream || !renderMeta?.didRenderScripts) return '';
  const text = await new Response(serverHandoffStream).text();
  const stream = 'window.__remixContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${inScript(text)});${stream}.close();</script>`;
}

/** Uses single quotes, because JSON has many double quotes. Escapes signs that would end the script or the line. */
function inScript(json: string) {
  const escaped = JSON.stringify(json).slice(1, -1).replaceAll('\\"', '"');
  return `'${escaped.replace(/['&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}
