import { formatTime } from '../ui/dates';

/** Returns the time of day in the member's zone. */
export function greetingAt(now: Date, timeZone: string): 'morning' | 'day' | 'evening' {
  const hour = Number(formatTime(now.toISOString(), 'time', 'en', timeZone).slice(0, 2));
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'day' : 'evening';
}
