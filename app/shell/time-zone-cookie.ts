import { useEffect } from 'react';

const YEAR_S = 365 * 24 * 3600;

/** Tells the server the browser's time zone for the pages to come (product/README.md, Time). */
export function useTimeZoneCookie() {
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone) return;
    const [prefix, secure] = window.location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in most engines
    document.cookie = `${prefix}tz=${encodeURIComponent(zone)}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
  }, []);
}
