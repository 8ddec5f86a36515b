import type { ServerBuild } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';

export interface ListedRoute {
  path: string;
  /** Absent for pages whose title comes from their data. */
  title?: string;
  /** What access needs: the gate in words, then the names of modules and permission. */
  needs: string;
  comingSoon?: true;
}

type Routes = ServerBuild['routes'];

interface RouteList {
  pages: ListedRoute[];
  /** Paths of routes without a page: only for POST, for redirects, or for script. */
  others: string[];
}

/**
 * Returns every URL of the app, in the order of `routes.ts`. Absent values have no key, because the list goes to the
 * browser twice: as HTML and as data.
 */
export async function listRoutes(t: (key: string) => string): Promise<RouteList> {
  // The build contains this module, so it can be imported only when it is complete.
  const { routes } = await import('virtual:remix/server-build');
  return describeRoutes(routes, t);
}

export function describeRoutes(routes: Routes, t: (key: string) => string): RouteList {
  const listed = Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ path, index }) => index || (path !== undefined && path !== ''))
    .filter(({ id }) => !Object.values(routes).some((other) => other?.parentId === id && other.index))
    .map(({ id, index, parentId, module }) => {
      const parent = index && parentId ? routes[parentId]?.module : undefined;
      return { path: fullPath(routes, id), handle: (module.handle ?? parent?.handle) as RouteHandle | undefined };
    });
  return {
    pages: listed.flatMap(({ path, handle }) => {
      if (!handle) return [];
      const page: ListedRoute = {
        path,
        ...(typeof handle.title === 'string' && { title: t(handle.title) }),
        needs: needsOf(handle, t),
        ...(handle.comingSoon && { comingSoon: true as const }),
      };
      return [page];
    }),
    others: listed.filter(({ handle }) => !handle).map(({ path }) => path),
  };
}

function needsOf({ gate, modules = [], permission }: RouteHandle, t: (key: string) => string) {
  return [t(`shell.routes.gates.${gate}`), ...modules, permission].filter(Boolean).join(', ');
}

function fullPath(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined) {
    if (route.path) parts.unshift(route.path);
  }
  return `/${parts.join('/')}`;
}
