import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';
import { useOpen } from './use-open';

export interface Drawer {
  ref: RefObject<HTMLElement>;
  isOpen: boolean;
}

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary';

/**
 * Adds script to a part that opens as the target of a link (`#id`) and closes by a link to `#content`. It closes on
 * Escape and on a route change, and returns the focus. With `trap` it covers the page: it keeps the focus inside, and
 * every link that was followed closes it.
 */
export function useDrawer(id: string, { trap }: { trap: boolean }): Drawer {
  const ref = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const { pathname, hash, key } = useLocation();
  // A filtered list has the path of the whole one, so only what stands beside the page waits for another path.
  const [isOpen, setOpen] = useOpen(trap ? key : pathname);

  useEffect(() => {
    // It was opened before script ran. pushState does not change `:target`, so `replace` changes the target here.
    if (hash !== `#${id}`) return;
    window.location.replace('#content');
    setOpen(true);
  }, [id, hash, setOpen]);

  useEffect(() => {
    const close = () => {
      setOpen(false);
      opener.current?.focus();
      opener.current = null;
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link?.hash === `#${id}`) {
        event.preventDefault();
        opener.current = link;
        setOpen(true);
      } else if (link?.hash === '#content' && belongsTo(link, ref.current)) {
        event.preventDefault();
        close();
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const drawer = ref.current;
      if (!drawer?.classList.contains('open')) return;
      if (event.key === 'Escape') close();
      if (event.key === 'Tab' && trap) keepFocusIn(drawer, event);
    };
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [id, trap, setOpen]);

  useEffect(() => {
    if (isOpen) ref.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  }, [isOpen]);

  return { ref, isOpen };
}

/** Tells whether a link closes the drawer: it is inside the drawer, or it is the scrim after it. */
function belongsTo(link: Element, drawer: Element | null) {
  return drawer !== null && (drawer.contains(link) || drawer.nextElementSibling === link);
}

function keepFocusIn(drawer: HTMLElement, event: KeyboardEvent) {
  const items = [...drawer.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((item) => item.getClientRects().length > 0);
  const first = items[0];
  const last = items[items.length - 1];
  const isOutside = !drawer.contains(document.activeElement);
  if (event.shiftKey ? document.activeElement === first || isOutside : document.activeElement === last || isOutside) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}
