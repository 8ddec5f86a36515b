/**
 * Where a visit may be told: pages of members, never those of guests, of the wallet, or of the settings
 * (product/README.md, "Privacy"). A page that is not named here is not tracked.
 */
export const isTrackedPage = (pathname: string): boolean =>
  /^\/(dashboard|growing|support|faq|posts?|affiliate|appointments?|event|chat|notifications)(\/|$)/.test(pathname);
