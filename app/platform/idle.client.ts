/** How long engines without idle callbacks wait instead; Safari is one. */
const WAIT_MS = 500;

/**
 * Runs what may wait, once the browser has nothing else to do.
 * @returns takes it back
 */
export function whenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(callback);
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, WAIT_MS);
  return () => clearTimeout(timer);
}
