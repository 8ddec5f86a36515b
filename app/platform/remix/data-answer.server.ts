/** The status with which Remix redirects a navigation by script. */
const SINGLE_FETCH_REDIRECT = 202;

/** Tells whether the answer to a navigation by script redirects. */
export const isRedirect = (status: number): boolean => status === SINGLE_FETCH_REDIRECT;
