import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { keepCookie } from '../platform/browser/cookie';

/** These pages show the browser's time zone beside the member's own. */
const SHOWN_AT = '/settings/account';

/**
 * Stores the browser's time zone in a cookie for later pages, if the member has set none
 * (docs/product/README.md#time).
 */
export function useTimeZoneCookie(isSet: boolean) {
  const isNeeded = useLocation().pathname.startsWith(SHOWN_AT) || !isSet;
  useEffect(() => {
    if (!isNeeded) return;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone) return;
    keepCookie('tz', zone);
  }, [isNeeded]);
}
