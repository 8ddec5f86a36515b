/**
 * Returns when this page arrived, by the browser's clock, because its script may load later. Milliseconds since 1970.
 */
export function pageAnsweredAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page ? performance.timeOrigin + page.responseStart : Date.now();
}
