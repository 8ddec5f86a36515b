import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { STATE, useOnArrival } from '../../platform/browser/arrival';
import { CHAT } from '../chat-paths';
import type { ListedConversation } from '../conversations.server';

/**
 * Loads the list of conversations again when something changes in one of them. Nobody sees a hidden page, so it waits
 * until the member comes back.
 * @returns the names of the conversations with messages that have arrived since, for screen readers
 */
export function useLiveList(conversations: ListedConversation[]): string[] {
  const { revalidate } = useRevalidator();
  const waits = useRef(false);
  const isExpected = useRef(false);
  useOnArrival(CHAT, (arrived) => {
    if (!arrived.endsWith(STATE)) isExpected.current = true;
    if (document.hidden) waits.current = true;
    else revalidate();
    return false;
  });
  useEffect(() => {
    const show = () => {
      if (!waits.current || document.hidden) return;
      waits.current = false;
      revalidate();
    };
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [revalidate]);

  const known = useRef(conversations);
  const [arrived, setArrived] = useState<string[]>([]);
  useEffect(() => {
    const before = known.current;
    known.current = conversations;
    if (!isExpected.current || before === conversations) return;
    const names = arrivedIn(conversations, before);
    if (names.length === 0) return;
    isExpected.current = false;
    setArrived(names);
  }, [conversations]);
  return arrived;
}

/** Returns the names of the conversations that have more unread messages than before. */
export function arrivedIn(now: ListedConversation[], before: ListedConversation[]): string[] {
  const unread = new Map(before.map((one) => [one.id, one.unread]));
  return now.filter((one) => one.unread > (unread.get(one.id) ?? 0)).map(({ title }) => title);
}
