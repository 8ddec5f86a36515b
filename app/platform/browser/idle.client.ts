/** The wait in engines without idle callbacks, such as Safari. */
const WAIT_MS = 500;

/**
 * Calls back when the browser is idle.
 * @returns a function that cancels the call
 */
export function whenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(callback);
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, WAIT_MS);
  return () => clearTimeout(timer);
}
