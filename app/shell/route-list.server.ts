import type { ServerBuild } from '@remix-run/node';
import type { RouteHandle } from '../platform/handle';

export interface ListedRoute {
  path: string;
  /** Absent for what is only posted to or redirects, and for pages that their record names. */
  title: string | null;
  gate: RouteHandle['gate'] | null;
  modules: string[];
  permission: string | null;
  comingSoon: boolean;
}

type Routes = ServerBuild['routes'];

/** Every URL of the app, in the order of `routes.ts`. */
export async function listRoutes(t: (key: string) => string): Promise<ListedRoute[]> {
  // The build holds this very module: it can only be asked for once it is complete.
  const { routes } = await import('virtual:remix/server-build');
  return describeRoutes(routes, t);
}

export function describeRoutes(routes: Routes, t: (key: string) => string): ListedRoute[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ path, index }) => index || (path !== undefined && path !== ''))
    .filter(({ id }) => !Object.values(routes).some((other) => other?.parentId === id && other.index))
    .map(({ id, index, parentId, module }) => {
      const parent = index && parentId ? routes[parentId]?.module : undefined;
      const handle = (module.handle ?? parent?.handle) as RouteHandle | undefined;
      return {
        path: fullPath(routes, id),
        title: typeof handle?.title === 'string' ? t(handle.title) : null,
        gate: handle?.gate ?? null,
        modules: handle?.modules ?? [],
        permission: handle?.permission ?? null,
        comingSoon: handle?.comingSoon ?? false,
      };
    });
}

function fullPath(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined) {
    if (route.path) parts.unshift(route.path);
  }
  return `/${parts.join('/')}`;
}
