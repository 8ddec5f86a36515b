/** How long to wait, in whole minutes from a minute and a half on. */
export function waitingTime(t: (key: string, values: { count: number }) => string, seconds: number): string {
  if (seconds < 90) return t('problem.too_many.wait', { count: seconds });
  return t('problem.too_many.wait_minutes', { count: Math.ceil(seconds / 60) });
}
