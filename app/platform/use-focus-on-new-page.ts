import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * A page that script put in place of another takes the focus, as a page that the browser loads does: who reads by
 * keyboard or ear begins at its content. What took the focus by itself keeps it.
 */
export function useFocusOnNewPage() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash || document.activeElement?.closest('.summary, dialog')) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
