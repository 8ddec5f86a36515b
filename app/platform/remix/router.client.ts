/** The state of Remix's router, for listeners outside React; it goes ahead of the page while a navigation is under way. */
export const routerState = () => window.__remixRouter.state;

/** The page's path as its routes are written, with no value of a parameter. */
export const routePattern = () =>
  `/${routerState()
    .matches.flatMap(({ route }) => route.path || [])
    .join('/')}`;
