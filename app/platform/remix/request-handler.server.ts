import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node';

/**
 * Remix ranks all its routes several times for each request. So each first segment of a URL has its own handler, which
 * knows only the routes that begin with it and those that match anything.
 */
export function createRemixHandler(build: ServerBuild, mode: string): RequestHandler {
  const whole = createRequestHandler(build, mode);
  const first = firstSegments(build.routes);
  const handlers = new Map<string, RequestHandler>();
  for (const segment of new Set(first.values())) {
    if (segment !== ANY) handlers.set(segment, createRequestHandler(partOf(build, first, segment), mode));
  }
  return (request, context) => {
    const [, segment = ''] = /^\/([a-z0-9-]+)(?:\/|\.data$|$)/i.exec(new URL(request.url).pathname) ?? [];
    return (handlers.get(segment.toLowerCase()) ?? whole)(request, context);
  };
}

type Routes = ServerBuild['routes'];

/** The first segment of a route that matches more than one segment, or none. */
const ANY = '*';

/** Returns the first segment of every route with a path, by the id of the route. */
function firstSegments(routes: Routes): Map<string, string> {
  const pathOf = (id: string): string => {
    const { path = '', parentId } = routes[id] ?? {};
    return (parentId ? pathOf(parentId) : '') + (path && `/${path}`);
  };
  const withPath = Object.values(routes).filter(({ path, index }) => path !== undefined || index);
  return new Map(
    withPath.flatMap(({ id }) => {
      const [, segment = ''] = pathOf(id).split('/');
      return id === 'root' ? [] : [[id, /^[a-z0-9-]+$/.test(segment) ? segment : ANY] as const];
    }),
  );
}

function partOf(build: ServerBuild, first: Map<string, string>, segment: string): ServerBuild {
  const kept = new Set<string>();
  for (const [id, own] of first) {
    if (own !== segment && own !== ANY) continue;
    for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? '']) kept.add(route.id);
  }
  // Keeps the order of the table, which decides between siblings of the same rank.
  const routes = Object.fromEntries(Object.entries(build.routes).filter(([id]) => kept.has(id)));
  return { ...build, routes };
}
