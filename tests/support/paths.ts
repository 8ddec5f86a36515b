import type { RouteConfigEntry } from '@remix-run/route-config';
import routeTable from '../../app/routes';
import { contract } from '../../upstream/contract/contract';

interface FlatRoute {
  id: string;
  parentId?: string;
  path?: string;
}

const entries: RouteConfigEntry[] = await routeTable;

const flatten = (branch: RouteConfigEntry[], parentId?: string): FlatRoute[] =>
  branch.flatMap(({ id, file, path, children = [] }) => {
    const own = id ?? file;
    return [{ id: own, parentId, path }, ...flatten(children, own)];
  });

/** The table of `app/routes.ts` as Remix gives it to the server: flat, each route with its own part of the path. */
export const routes = flatten(entries);

const pathOf = (id: string | undefined): string => {
  const route = routes.find((one) => one.id === id);
  return route ? pathOf(route.parentId) + (route.path ? `/${route.path}` : '') : '';
};

/** The pattern of every page, such as `/unlock/:token`. */
export const pagePaths = unique(routes.map(({ id }) => pathOf(id))).filter((path) => path && !path.endsWith('*'));

/** Method and pattern of every call of the contract, such as `/api/user/devices/:id`. */
export const calls = Object.values(contract).flatMap((module) =>
  Object.values(module as Record<string, { method: string; path: string }>).map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
  })),
);

/** Returns the pattern with this value in place of each parameter. */
export const fill = (pattern: string, value: string): string => pattern.replace(/:\w+\??/g, value);

function unique(paths: string[]): string[] {
  return [...new Set(paths)];
}
