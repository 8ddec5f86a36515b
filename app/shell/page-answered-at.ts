/** When this page arrived, by the browser's clock: it may have waited a while for its script. Milliseconds since 1970. */
export function pageAnsweredAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page ? performance.timeOrigin + page.responseStart : Date.now();
}
