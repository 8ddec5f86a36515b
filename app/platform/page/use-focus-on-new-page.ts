import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the content of a new page, as a page load of the browser would reset it, so that users of a
 * keyboard or screen reader begin there. It does the same for a new step of the same page if the focused element is
 * gone. If the address names a part of the page, the focus goes there. A dialog or error summary that has the focus
 * keeps it.
 */
export function useFocusOnNewPage() {
  const { pathname, hash, key } = useLocation();
  const shown = useRef({ pathname, key });
  useEffect(() => {
    const isOtherPage = shown.current.pathname !== pathname;
    const isOtherStep = shown.current.key !== key && document.activeElement === document.body;
    shown.current = { pathname, key };
    if (!(isOtherPage || isOtherStep) || document.activeElement?.closest('.summary, dialog')) return;
    document.getElementById(hash.slice(1) || 'content')?.focus({ preventScroll: true });
  }, [pathname, hash, key]);
}
