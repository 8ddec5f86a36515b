/** What Remix's Vite plugin makes of `routes.ts` and every route module. */
declare module 'virtual:remix/server-build' {
  export const routes: import('@remix-run/node').ServerBuild['routes'];
}
