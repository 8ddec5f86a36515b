/** Returns the text for a wait: in whole minutes from 90 seconds on, in whole hours from two hours on. */
export function waitingTime(t: (key: string, values: { count: number }) => string, seconds: number): string {
  if (seconds < 90) return t('problem.too_many.wait', { count: seconds });
  if (seconds >= 7200) return t('problem.too_many.wait_hours', { count: Math.ceil(seconds / 3600) });
  return t('problem.too_many.wait_minutes', { count: Math.ceil(seconds / 60) });
}
