import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

const YEAR_S = 365 * 24 * 3600;

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
    const [prefix, secure] = window.location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in most engines
    document.cookie = `${prefix}tz=${encodeURIComponent(zone)}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
  }, [isNeeded]);
}
