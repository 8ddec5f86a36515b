import { useEffect, useRef } from 'react';

/** Moves the focus to the content when the line with the pressed button disappears, so that it does not start above. */
export function useFocusKept(answer: object) {
  const shown = useRef(answer);
  useEffect(() => {
    if (answer === shown.current) return;
    shown.current = answer;
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [answer]);
}
