import { index, type RouteConfig } from '@remix-run/route-config';

export default [index('page.route.tsx')] satisfies RouteConfig;
