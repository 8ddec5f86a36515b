import type { EntryContext } from '@remix-run/node';

type Manifest = EntryContext['manifest'];
type Routes = Manifest['routes'];
type Route = Routes[string];

/**
 * Returns the entry for `RemixServer`. It has only the routes of this page, because `RemixServer` creates and matches
 * all given routes for each page. It has no stream, because only a render that waits could use it.
 */
export const renderedEntry = (entry: EntryContext): EntryContext => ({
  ...entry,
  manifest: manifestOfPage(entry),
  serverHandoffString: settingsOfBrowser(entry),
  serverHandoffStream: undefined,
});

/** Returns one object for all pages of the same routes. */
function manifestOfPage({ manifest, staticHandlerContext }: EntryContext): Manifest {
  const matched = staticHandlerContext.matches.map(({ route }) => route.id);
  const known = manifests.get(manifest) ?? new Map<string, Manifest>();
  manifests.set(manifest, known);
  const name = matched.join(' ');
  const ofPage = known.get(name) ?? { ...manifest, routes: routesOfPage(manifest.routes, new Set(matched)) };
  known.set(name, ofPage);
  return ofPage;
}

/** By the manifest of a build, which has as many entries as there are pages. */
const manifests = new WeakMap<Manifest, Map<string, Manifest>>();

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

/** Returns the script with the loader data for hydration, which `RemixServer` would stream after the page. */
export async function handOff({ serverHandoffStream }: EntryContext, nonce: string): Promise<string> {
  const text = await new Response(serverHandoffStream).text();
  const stream = 'window.__remixContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${inScript(text)});${stream}.close();</script>`;
}

/**
 * Uses single quotes, because JSON has many double quotes. Escapes signs that would end the script or the line. JSON
 * itself has no other signs that a text in a script must not have.
 */
const inScript = (json: string) => `'${json.replace(/['\\&<>\n\u2028\u2029]/g, escapeSign)}'`;

function escapeSign(sign: string) {
  if (sign === '\n') return '\\n';
  return sign === '\\' ? '\\\\' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
