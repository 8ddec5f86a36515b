declare global {
  interface Window {
    almendeApp?: unknown;
  }
}

/** The page stands in the native shell, which says so by its user agent, its bridge, or both. */
export const isNativeApp = (): boolean => /\bAlmendeApp\//.test(navigator.userAgent) || window.almendeApp !== undefined;
