import { index, layout, type RouteConfig, route } from '@remix-run/route-config';

// The layout of members shares a file with other modules (vite.config.ts), and only of a route Remix leaves out the loader.
export default [
  index('page.route.tsx'),
  layout('shell/member.layout.tsx', [route('member', 'page.route.tsx', { id: 'member' })]),
] satisfies RouteConfig;
