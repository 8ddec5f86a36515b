import { offsetIn } from '../../ui/dates';
import { writeClock } from '../../ui/zone-clock';

const YEARS_BACK = 5;
/** More than there are zones. A foreign back end may write one zone in several ways. */
const MOST_KEPT = 1000;
const kept = new Map<string, string>();

/**
 * Returns when the clocks of a zone change, from five years ago to the end of next year (zone-clock.ts). It is computed
 * once for each zone and year.
 */
export function clockOf(timeZone: string): string {
  const year = new Date().getUTCFullYear();
  const key = `${timeZone} ${year}`;
  const known = kept.get(key);
  if (known) return known;
  const written = writeClock(Date.UTC(year - YEARS_BACK), Date.UTC(year + 2), (at) => offsetIn(at, timeZone));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, written);
  return written;
}
