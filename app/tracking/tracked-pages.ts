/**
 * Tells whether a visit of this page may be reported. Only pages of members count, without the wallet and the settings
 * (docs/product/README.md#privacy). A page that is not named here is not tracked.
 */
export const isTrackedPage = (pathname: string): boolean =>
  /^\/(dashboard|growing|support|faq|posts?|affiliate|appointments?|event|chat|notifications)(\/|$)/.test(pathname);
