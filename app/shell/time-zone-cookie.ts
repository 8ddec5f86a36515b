import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { keepCookie } from '../platform/browser/cookie';
import { whenIdle } from '../platform/browser/idle.client';
import { knownOffset, listChanges } from '../ui/zone-clock';

/** These pages show the browser's time zone beside the member's own. */
const SHOWN_AT = '/settings/account';

/**
 * Stores the browser's time zone in a cookie for later pages, if the member has set none
 * (docs/product/README.md#time). `zone` is the one that the server knows. While its clocks show what the browser's
 * show, the browser is not asked for its zone, which would take it long (zone-clock.ts).
 */
export function useTimeZoneCookie(isSet: boolean, zone: string) {
  const isShown = useLocation().pathname.startsWith(SHOWN_AT);
  useEffect(() => {
    if (!isShown && (isSet || hasSameClock(zone))) return;
    return whenIdle(() => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      if (timeZone) keepCookie('tz', timeZone);
    });
  }, [isShown, isSet, zone]);
}

/**
 * Whether the browser's clocks show what those of the zone show. It looks at both sides of each change of the zone's
 * clocks within a year, and every four weeks for changes that only the browser has.
 */
export function hasSameClock(zone: string): boolean {
  const now = Date.now();
  const isSame = (at: number) => knownOffset(zone, at) === -new Date(at).getTimezoneOffset();
  for (let at = now - YEAR_MS; at < now + YEAR_MS; at += FOUR_WEEKS_MS) if (!isSame(at)) return false;
  return listChanges(zone).every((at) => Math.abs(at - now) > YEAR_MS || (isSame(at) && isSame(at - 1)));
}

const FOUR_WEEKS_MS = 28 * 86_400_000;
const YEAR_MS = 13 * FOUR_WEEKS_MS;
