import { useEffect, useRef } from 'react';
import { WHOLE } from './notification-pages';

/**
 * Keeps the focus in its place when the pressed link or button disappears, so that it does not start above: on the text
 * that is now whole, otherwise on the content.
 */
export function useFocusKept(answer: { whole: string | null }) {
  const shown = useRef(answer);
  useEffect(() => {
    if (answer === shown.current) return;
    const text = answer.whole === shown.current.whole ? null : document.getElementById(WHOLE);
    shown.current = answer;
    if (document.activeElement !== document.body) return;
    (text ?? document.getElementById('content'))?.focus({ preventScroll: true });
  }, [answer]);
}
