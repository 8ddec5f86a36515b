/** The module that Remix's Vite plugin builds from `routes.ts` and all route modules. */
declare module 'virtual:remix/server-build' {
  export const routes: import('@remix-run/node').ServerBuild['routes'];
}
