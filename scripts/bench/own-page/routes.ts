import { index, layout, type RouteConfig, route } from '@remix-run/route-config';

// The build names the layout of members, because other modules share its file (vite.config.ts). It has to be a route,
// because only from routes does Remix remove the loader.
export default [
  index('page.route.tsx'),
  layout('shell/member.layout.tsx', [route('member', 'page.route.tsx', { id: 'member' })]),
] satisfies RouteConfig;
