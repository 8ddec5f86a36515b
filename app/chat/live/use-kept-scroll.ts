import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '../../ui/use-latest';

/** At this distance from an end more messages are loaded. */
const NEAR_PX = 200;
const MESSAGE = '[data-message]';

interface ScrollOptions {
  /** Whether the box is there. */
  isOpen: boolean;
  /** Whether the last message of the conversation is shown. */
  isComplete: boolean;
  /** The message to begin at. */
  around: string | null;
  onNearStart(): void;
  onNearEnd(): void;
}

export interface KeptScroll {
  isAtEnd: boolean;
  toEnd(): void;
}

/** A member who is at the end stays there when messages come. For a member who reads above, nothing moves. */
export function useKeptScroll(box: RefObject<HTMLElement>, options: ScrollOptions): KeptScroll {
  const latest = useLatest(options);
  const [isAtEnd, setAtEnd] = useState(true);
  /** What is read, and where it stands in the box. Null at the end. */
  const anchor = useRef<{ element: Element; top: number } | null>(null);
  /** The position that was noted last. Whatever differs from it is the reader's scrolling. */
  const notedTop = useRef(0);
  const begin = useRef(options.around);

  const note = useCallback((log: HTMLElement, isAll: boolean) => {
    const atEnd = isAll && log.scrollHeight - log.scrollTop - log.clientHeight < 4;
    const read = atEnd ? undefined : [...log.querySelectorAll(MESSAGE)].find((one) => topIn(log, one) >= 0);
    anchor.current = read ? { element: read, top: topIn(log, read) } : null;
    notedTop.current = log.scrollTop;
    setAtEnd(atEnd);
  }, []);

  const { isOpen, isComplete } = options;
  // After each render, because each may have changed the list.
  useLayoutEffect(() => {
    const log = box.current;
    if (!log) return;
    const target = begin.current && log.querySelector(`[data-message="${begin.current}"]`);
    begin.current = null;
    const kept = anchor.current;
    const scrolled = log.scrollTop - notedTop.current;
    // The window does not scroll, because that would hide the head of the page.
    if (target) log.scrollTop += topIn(log, target) - (log.clientHeight - target.clientHeight) / 2;
    else if (kept?.element.isConnected) log.scrollTop += topIn(log, kept.element) - kept.top + scrolled;
    else if (scrolled >= 0) log.scrollTop = log.scrollHeight;
    note(log, isComplete);
  });

  useEffect(() => {
    const log = isOpen ? box.current : null;
    if (!log) return;
    const onScroll = () => {
      note(log, latest.current.isComplete);
      if (log.scrollTop < NEAR_PX) latest.current.onNearStart();
      if (log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX) latest.current.onNearEnd();
    };
    // In another width the lines break elsewhere.
    const onResize = () => {
      if (!anchor.current) log.scrollTop = log.scrollHeight;
    };
    log.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onResize);
    return () => {
      log.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
    };
  }, [box, latest, note, isOpen]);

  return {
    isAtEnd,
    toEnd() {
      anchor.current = null;
      if (box.current) box.current.scrollTop = box.current.scrollHeight;
    },
  };
}

const topIn = (log: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - log.getBoundingClientRect().top;
