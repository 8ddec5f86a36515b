import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

const YEAR_S = 365 * 24 * 3600;

/** Where the browser's own time zone is shown beside the one that the member set. */
const SHOWN_AT = '/settings/account';

/** Tells the server the browser's time zone for the pages to come, where the member set none (product/README.md, Time). */
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
