import type { EntryContext } from '@remix-run/node';

type Routes = EntryContext['manifest']['routes'];
type Route = Routes[string];

/**
 * The entry as `RemixServer` renders it. It gets the routes of this page alone, since it makes and matches anew
 * whatever it is given, for each page; and no stream, since only a render that waits could take it in.
 */
export function renderedEntry(entry: EntryContext): EntryContext {
  const matched = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const manifest = { ...entry.manifest, routes: routesOfPage(entry.manifest.routes, new Set(matched)) };
  return { ...entry, manifest, serverHandoffString: settingsOfBrowser(entry), serverHandoffStream: undefined };
}

/** What the browser's half of Remix reads of its settings; the rest only makes the page heavier. */
function settingsOfBrowser({ future }: EntryContext): string {
  const { v3_fetcherPersist, v3_lazyRouteDiscovery, v3_relativeSplatPath, v3_singleFetch } = future;
  return JSON.stringify({
    basename: '/',
    future: { v3_fetcherPersist, v3_lazyRouteDiscovery, v3_relativeSplatPath, v3_singleFetch },
  });
}

/**
 * What is matched, and the index routes below it: a browser that knows a parent without its index would show
 * the parent's URL empty instead of asking for more routes.
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

/** What a route has not is as well left unsaid. */
const withoutNo = (route: Route) =>
  Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false)) as unknown as Route;

/** The loader data for hydration, in the script that `RemixServer` would stream after the page; none in a page without script. */
export async function handOff({ serverHandoffStream, renderMeta }: EntryContext, nonce: string): Promise<string> {
  if (!serverHandoffStream || !renderMeta?.didRenderScripts) return '';
  const text = await new Response(serverHandoffStream).text();
  const stream = 'window.__remixContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${inScript(text)});${stream}.close();</script>`;
}

/** In single quotes, since JSON is full of double ones. What would end the script or the line must not stand in it as it is. */
function inScript(json: string) {
  const escaped = JSON.stringify(json).slice(1, -1).replaceAll('\\"', '"');
  return `'${escaped.replace(/['&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}
