import { afterEach, describe, expect, it, vi } from 'vitest';
import { offsetIn } from '../ui/dates';
import { knowClock, writeClock } from '../ui/zone-clock';
import { hasSameClock } from './time-zone-cookie';

afterEach(() => vi.restoreAllMocks());

/** Whether a browser in a zone keeps the zone that the server took. */
function keeps(taken: string, browser: string, day: string): boolean {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(day));
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
    return -offsetIn(this.getTime(), browser);
  });
  knowClock(
    taken,
    writeClock(Date.UTC(2021), Date.UTC(2028), (at) => offsetIn(at, taken)),
  );
  return hasSameClock(taken);
}

describe('the zone that the server took', () => {
  it.each([
    ['Europe/Athens', 'Africa/Cairo'],
    ['Europe/Athens', 'Asia/Gaza'],
    ['Europe/Athens', 'Asia/Beirut'],
    ['Europe/Athens', 'Asia/Jerusalem'],
    ['Asia/Jerusalem', 'Europe/Athens'],
    ['America/Detroit', 'America/Havana'],
    // Only the browser's clocks change, for five weeks.
    ['Africa/Lagos', 'Africa/Casablanca'],
    ['Europe/Berlin', 'America/New_York'],
  ])('%s is not kept by a browser in %s', (taken, browser) => {
    for (const day of ['2026-03-20', '2026-07-01', '2026-11-28'])
      expect([day, keeps(taken, browser, day)]).toEqual([day, false]);
  });

  it.each([
    ['Europe/Berlin', 'Europe/Vienna'],
    ['Europe/Athens', 'Europe/Helsinki'],
    ['UTC', 'Africa/Abidjan'],
  ])('%s is kept by a browser in %s, whose clocks show the same', (taken, browser) => {
    for (const day of ['2026-03-20', '2026-07-01', '2026-11-28']) expect(keeps(taken, browser, day)).toBe(true);
  });
});
