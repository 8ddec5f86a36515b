import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { STATE, useOnArrival } from '../platform/browser/arrival';
import { conversationPath } from './chat-paths';

/**
 * Reloads the page's data when a message arrives for the open conversation. Nobody has seen a hidden page, so it waits
 * until the member comes back.
 * @returns whether a message has arrived while the page was open, for screen readers
 */
export function useNewMessages(id: string, newest: string | null): boolean {
  const { revalidate } = useRevalidator();
  const isExpected = useRef(false);
  const known = useRef({ id, newest });
  const [heard, setHeard] = useState<string | null>(null);
  const hear = () => {
    isExpected.current = true;
    if (document.hidden) return false;
    revalidate();
    return true;
  };
  useOnArrival(conversationPath(id), (arrived) => !arrived.endsWith(STATE) && hear());
  useEffect(() => {
    const show = () => {
      if (isExpected.current && !document.hidden) revalidate();
    };
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [revalidate]);
  useEffect(() => {
    const before = known.current;
    known.current = { id, newest };
    if (before.id !== id) isExpected.current = false;
    if (before.id !== id || before.newest === newest || !isExpected.current) return;
    isExpected.current = false;
    setHeard(newest);
  }, [id, newest]);
  return heard !== null && heard === newest;
}
